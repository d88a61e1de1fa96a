/** Class names side by side; what is absent is left out. */
export function joinClasses(...names: readonly (string | false | undefined)[]): string {
  return names.filter((name) => name !== false && name !== undefined && name !== '').join(' ')
}
