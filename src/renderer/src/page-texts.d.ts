/** The texts of a language, in two parts. The build makes these modules from the files in `resources/locales`. */
declare module 'virtual:texts/*' {
  export const texts: Partial<import('./english.ts').Texts>
}
