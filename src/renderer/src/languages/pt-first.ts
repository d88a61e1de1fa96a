import { gatherTexts } from './gather-texts.ts'

export const texts = gatherTexts(
  import.meta.glob('../../../../resources/locales/pt/first-screen/*.json', { eager: true, import: 'default' }),
)
