/** What a run says in other languages than English: nothing of it stays English. */
import { expect, test } from 'vitest'
import { AppError } from '../../errors'
import { createTranslate } from '../../languages/translate'
import { RU } from '../../languages/ru/index'
import { ZH } from '../../languages/zh/index'
import type { DecisionRule } from '../log/decisions'
import type { QuestionOf } from '../log/questions'
import { toFault } from '../log/reasons'
import { fallbackWords, purposeWords } from './calls'
import { candidateWords, choiceWords, ruleWords, subjectWords } from './decisions'
import { arrowWords, becauseWords, movedWords } from './moves'
import { answerWords, questionText } from './questions'
import { stepNotesWords } from './step-notes'
import { warningWords } from './warnings'

const POOL: DecisionRule = {
  by: 'pool-search',
  pool: '1',
  tools: 5,
  topK: 2,
  mode: 'hybrid',
  minSimilarity: 0.2,
  filterAfterSearch: true,
  loads: true,
}

test.each([
  ['zh', createTranslate('zh', ZH), '，原因：2'],
  ['ru', createTranslate('ru', RU), ', причина: 2'],
] as const)('the words of a run are all in %s', (_, t, because) => {
  const step = { id: '1', plan: '2', tool: '3', input: '4', deps: [], level: 1, toolNode: null }
  const plan: QuestionOf<'approve-plan'> = { kind: 'approve-plan', problem: '1', round: 1, steps: [step] }
  const stopped = toFault(new AppError('cancelled', 'It was stopped.'))
  const said = [
    purposeWords('summarise', t),
    fallbackWords('1', 'busy', t),
    subjectWords('after-work', t),
    ruleWords(POOL, t),
    ruleWords({ by: 'code', code: { use: 'available', name: '1' }, fault: '2' }, t),
    ruleWords({ by: 'documents', how: 'words', wordsAlone: { why: 'embedding-failed', ...stopped } }, t),
    choiceWords({ is: 'outcome', outcome: 'asked-again' }, t),
    candidateWords({ name: '1', ranked: { rank: 2, similarity: 0.5, reason: 'too far' } }, t),
    movedWords({ by: 'model', reason: '1' }, t),
    movedWords({ by: 'after-work', reason: '', cause: 'stay' }, t),
    arrowWords({ by: 'manager', reason: '1' }, t),
    stepNotesWords([{ note: 'shortened', how: 'condensed', from: 9, to: 2 }], t),
    questionText(plan, t),
    t.message(answerWords({ kind: 'approve-plan', approved: true, steps: [] }, plan)),
    t.message(answerWords({ kind: 'breakpoint', go: { is: 'stop' } }, null)),
    warningWords({ code: 'tools-changed', facts: { name: '1', described: ['2'], added: ['3'], gone: [] } }, t),
    warningWords({ code: 'turn-begins-again', facts: { why: { change: 'gone', name: '1' } } }, t),
    warningWords({ code: 'code-failed', facts: { name: '1', code: { use: 'instruction' }, error: '2' } }, t),
    warningWords({ code: 'pool-fell-back', facts: { name: '1', ...stopped } }, t),
    warningWords({ code: 'breakpoint-condition', facts: { condition: '1', ...stopped } }, t),
  ]
  expect(said.filter((words) => words === '' || /[A-Za-z]{2}/.test(words))).toEqual([])
  expect(becauseWords({ by: 'model', reason: '2' }, t)).toBe(because)
})
