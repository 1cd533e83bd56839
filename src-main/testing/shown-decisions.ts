/** The decisions of a turn as a person reads them: what decided and what was chosen in words, how a search placed a tool as its note. */
import type { Candidate, Decision } from '../../src-shared/run/log/decisions'
import type { RunEvent, RunEventOf } from '../../src-shared/run/log/events'
import { ENGLISH } from '../../src-shared/languages/translate'
import { candidateWords, choiceWords, ruleWords } from '../../src-shared/run/words/decisions'
import { eventsOfType } from './core-bench'

export type ShownDecision = Omit<Decision, 'rule' | 'choice' | 'candidates' | 'question'> & {
  rule: string
  choice: string
  candidates: Omit<Candidate, 'ranked'>[]
}

export function shownDecisions(
  events: readonly RunEvent[],
): (Omit<RunEventOf<'decision'>, 'decision'> & { decision: ShownDecision })[] {
  return eventsOfType(events, 'decision').map((event) => {
    const { rule, choice, candidates, question: _readBy, ...rest } = event.decision
    const shown = { ...rest, candidates: candidates.map(shownCandidate) }
    return { ...event, decision: { ...shown, rule: ruleWords(rule, ENGLISH), choice: choiceWords(choice, ENGLISH) } }
  })
}

function shownCandidate(candidate: Candidate): Omit<Candidate, 'ranked'> {
  const { ranked, ...rest } = candidate
  return ranked === undefined ? rest : { ...rest, note: candidateWords(candidate, ENGLISH) }
}
