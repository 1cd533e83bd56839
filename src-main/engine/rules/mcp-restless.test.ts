/** MCP servers that ask people without end, or cancel a call while it is under way: the call is over in words that the model reads, and the run goes on. */
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Answer } from '../../../src-shared/run/log/questions'
import { flow } from '../../../src-shared/testing/flow-builder'
import { heard } from '../../testing/heard'
import { eventsOfType, openTestCore, type TestCore, type TurnReport } from '../../testing/core-bench'

const PROGRAM = path.join(import.meta.dirname, '../../tools/mcp/testing/restless-server.ts')
const DATA = {
  name: 'Door',
  transport: { type: 'stdio', command: process.execPath, args: [PROGRAM, 'stdio'], env: {} },
  timeout: 60_000,
}

let test: TestCore
beforeAll(async () => {
  const drawn = flow('Desk').start('a').agent('a', { name: 'Helper' }).node('mcp-server', 's', DATA).use('a', 's')
  test = await openTestCore(drawn.build())
})
afterAll(async () => {
  expect(test.server.violations).toEqual([])
  await test.close()
})

const calling = (name: string) => ({ calls: [{ name, arguments: {} }] })
const more: Answer = { kind: 'elicitation', action: 'accept', values: { more: 'yes' } }
const questionsOf = ({ events }: TurnReport) =>
  eventsOfType(events, 'question').map(({ id, question }) => {
    return { id, message: question.kind === 'elicitation' ? question.message : '' }
  })
const results = async (thread: string) =>
  (await test.state(thread)).log.flatMap((entry) => (entry.kind === 'result' ? [[entry.text, entry.isError]] : []))

it('a call that asks a person without end is given up after twenty times, and the model is told so', async () => {
  test.server.reply(calling('pester'), { text: 'It never has enough.' })
  let report = await test.turn('hello', 'endless')
  const messages: string[] = []
  for (let [question] = questionsOf(report); question !== undefined; [question] = questionsOf(report)) {
    messages.push(question.message)
    report = await test.answer(question.id, more, 'endless')
  }
  expect(messages).toEqual(Array.from({ length: 20 }, (_, index) => `And now? (${index + 1})`))
  const why = 'Door has asked 20 times in one call and wants to ask again. The call was given up.'
  expect(await results('endless')).toEqual([[expect.stringContaining(why), true]])
  expect(
    heard(test.server.requests.at(-1))
      .map(({ content }) => content)
      .join('\n'),
  ).toContain(why)
  expect([report.said, report.outcome.state]).toEqual([['It never has enough.'], 'finished'])
})

it.each(['cancel', 'drop'])('a call that its server cancels (%s) is a result like another', async (tool) => {
  test.server.reply(calling(tool), { text: 'Then not.' })
  const first = await test.turn('hello', tool)
  const [question] = questionsOf(first)
  const done = question === undefined ? first : await test.answer(question.id, more, tool)
  expect(question === undefined).toBe(tool === 'cancel')
  expect(await results(tool)).toEqual([[expect.stringMatching(/failed at "\w+"\. It cancelled the request/), true]])
  expect([done.said, done.outcome.state, questionsOf(done)]).toEqual([['Then not.'], 'finished', []])
})
