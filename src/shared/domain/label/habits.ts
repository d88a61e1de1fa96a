import type { LabelHabit, LabelRole } from './label.ts'

/** How many are stored; the oldest are dropped. */
const mostHabits = 200

/** The shape of a text: a digit becomes 9, a letter A. Codes of one kind have the same shape. */
export function shapeOf(text: string): string {
  return text
    .replaceAll(/[0-9]/g, '9')
    .replaceAll(/[A-Za-z]/g, 'A')
    .slice(0, 80)
}

/** The role of a code with this shape. A habit of this model comes before a habit of any model. */
export function findHabit(text: string, model: string, habits: readonly LabelHabit[]): LabelRole | undefined {
  const shape = shapeOf(text)
  const alike = habits.filter((habit) => habit.shape === shape)
  return (alike.find((habit) => habit.model === model) ?? alike.find((habit) => habit.model === ''))?.role
}

/** The habits with a new role, which replaces the earlier role of the same shape and model. */
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
