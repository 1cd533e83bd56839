/** Problems, and why an edge cannot be drawn, in the languages of the interface. */
import { expect, test } from 'vitest'
import { RU } from '../../languages/ru/index'
import { ZH } from '../../languages/zh/index'
import { createTranslate, ENGLISH } from '../../languages/translate'
import { flow } from '../../testing/flow-builder'
import { canConnect } from '../editing/connect'
import { fixFor } from '../editing/fixes'
import { checkFlow } from './check'

const LANGUAGES = [ENGLISH, createTranslate('zh', ZH), createTranslate('ru', RU)]

test('a problem, what is named in it, and what mends it are in one language', () => {
  const drawn = flow('F').start('a').agent('a', { name: 'Ann' }).agent('b', { name: 'Ben' })
  const broken = drawn.handoff('a', 'b', { available: '${late} and' }).build()
  const [problem] = checkFlow(broken).filter(({ code }) => code === 'bad-expression')
  expect(LANGUAGES.map((t) => problem && t.message(problem.message))).toEqual([
    '“Only when” cannot be read at character 12: a value is missing at the end. Correct the expression.',
    '“仅当”在第 12 个字符处无法读取：末尾缺少值。请更正表达式。',
    '«Только если»: не читается на знаке 12: в конце не хватает значения. Исправьте выражение.',
  ])
  expect(LANGUAGES.map((t) => problem && t.message(fixFor(broken, problem)?.words ?? ''))).toEqual([
    'Correct it',
    '更正',
    'Исправить',
  ])
})

test('why an edge cannot be drawn begins with the kind, with an article in English alone', () => {
  const drawn = flow('F').start('a').agent('a').build()
  const answer = canConnect(drawn, { from: { node: 'a', port: 'handoffs' }, to: { node: 'start', port: 'in' } })
  expect(LANGUAGES.map((t) => !answer.ok && t.message(answer.reason))).toEqual([
    'A start cannot take a conversation over.',
    '开始不能接手对话。',
    'Начало не может принимать разговор.',
  ])
})
