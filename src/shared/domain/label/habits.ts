import type { LabelHabit, LabelRole } from './label.ts'

/** So many are kept; the oldest give way. */
const mostHabits = 200

/** How a text looks: a digit is 9, a letter A, all else itself; so that codes of one kind look alike. */
export function shapeOf(text: string): string {
  return text
    .replaceAll(/[0-9]/g, '9')
    .replaceAll(/[A-Za-z]/g, 'A')
    .slice(0, 80)
}

/** What was said of such a code, for this model before any. */
export function findHabit(text: string, model: string, habits: readonly LabelHabit[]): LabelRole | undefined {
  const shape = shapeOf(text)
  const alike = habits.filter((habit) => habit.shape === shape)
  return (alike.find((habit) => habit.model === model) ?? alike.find((habit) => habit.model === ''))?.role
}

/** With what was said just now, in place of what was said before of the same. */
export function keepHabit(
  habits: readonly LabelHabit[],
  text: string,
  model: string,
  role: LabelRole,
): readonly LabelHabit[] {
  const shape = shapeOf(text)
  if (shape === '') return habits
  const others = habits.filter((habit) => habit.shape !== shape || habit.model !== model)
  return [...others, { model, shape, role }].slice(-mostHabits)
}
