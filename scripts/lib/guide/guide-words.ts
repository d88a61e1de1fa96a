export const guideLanguages = ['en', 'es'] as const
export type GuideLanguage = (typeof guideLanguages)[number]

interface GuideWords {
  readonly title: string
  readonly intro: string
  /** A line that says where to read more. */
  readonly more: string
  readonly key: string
  readonly does: string
}

/** The texts of the guide that are not texts of the app. */
export const guideWords: Readonly<Record<GuideLanguage, GuideWords>> = {
  en: {
    title: 'Setdesk in pictures',
    intro:
      'What each screen is for, three exercises for the first day, and the shortcuts. F1 shows the same words beside the screen that you are on.',
    more: '[The user guide](../user-guide.md) says more. [En español](es.md)',
    key: 'Keys',
    does: 'What they do',
  },
  es: {
    title: 'Setdesk en imágenes',
    intro:
      'Para qué sirve cada pantalla, tres ejercicios para el primer día y los atajos. F1 muestra las mismas palabras junto a la pantalla en la que está.',
    more: '[The user guide](../user-guide.md) dice más, en inglés. [In English](en.md)',
    key: 'Teclas',
    does: 'Qué hacen',
  },
}
