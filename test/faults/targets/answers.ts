import { judgeAnswers, sayShares } from '../dialects/judge-answers.ts'
import { judge, type Target } from './target.ts'

/** Answers of generated platforms: no verdict and no reading may contradict the ledger. Unclear answers are counted. */
export const answers: Target = (options) => {
  const { seed, size = 100_000, say = () => {} } = options
  const judged = judgeAnswers({ seed, size })
  for (const line of sayShares(judged)) say(`unclear, ${line}`)
  const { platforms, untaught, mapped } = judged.proving
  say(`absence proven by one answer for several customers: ${untaught} untaught, ${mapped} taught, of ${platforms}`)
  const result = judge('answers', options, {
    figure: `${judged.answers} answers, judged before and after the field mapping, ${judged.contradictions.length} contradictions`,
    bound: 'no verdict and no reading contradicts the ledger',
    wrong: judged.contradictions.slice(0, 20),
  })
  return Promise.resolve(result)
}
