/** Decisions of one word, asked for with the words that count as a schema; over real HTTP. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { modelRequest } from '../../testing/model-call'
import { startModelServer, type ModelServer } from '../../testing/model-server'
import { createModelFactory } from '../factory'
import type { ModelPurpose } from '../contract/model'
import type { DialectSetting } from '../../../src-shared/rpc/dialect'

let server: ModelServer
beforeEach(async () => {
  server = await startModelServer()
})
afterEach(() => server.close())

const SETTINGS = { connection: 'work', model: 'm', temperature: null, maxTokens: null, contextTokens: null }
const YES_OR_NO: ModelPurpose = { kind: 'judge', answers: ['no', 'yes'], message: 'x', words: ['yes', 'no'] }

async function ask(dialect: DialectSetting, purpose: ModelPurpose = YES_OR_NO): Promise<string> {
  const one = { name: 'work', provider: 'openai' as const, baseUrl: server.baseUrl, apiKey: null, model: null, dialect }
  const factory = createModelFactory({ connections: { get: () => one } })
  const { text } = await factory.resolve(SETTINGS, { rehearsal: [], language: 'en' }).call(modelRequest({ purpose }))
  return text
}
const formats = () => server.requests.map(({ body }) => body.response_format)

const FORMAT = {
  type: 'json_schema',
  json_schema: {
    name: 'answer',
    strict: true,
    schema: {
      type: 'object',
      properties: { answer: { type: 'string', enum: ['yes', 'no'] } },
      required: ['answer'],
      additionalProperties: false,
    },
  },
}

it('is words alone, unless a person wants the form', async () => {
  server.reply({ text: 'Yes.' }, { text: '{"answer":"yes"}' })
  expect([await ask('auto'), await ask({ answers: 'schema' })]).toEqual(['Yes.', '{"answer":"yes"}'])
  expect(formats()).toEqual([undefined, undefined])
})

it('is the word alone where it came by the form, and what it was where the server kept to no form', async () => {
  server.reply({ text: '{"answer": "no"}' }, { text: 'I think yes.' }, { text: '{"answer": 7}' })
  const asked = [
    await ask({ decisions: 'schema' }),
    await ask({ decisions: 'schema' }),
    await ask({ decisions: 'schema' }),
  ]
  expect(asked).toEqual(['no', 'I think yes.', '{"answer": 7}'])
  expect(formats()).toEqual([FORMAT, FORMAT, FORMAT])
})

it('is words where any text may be an answer, and where the server has no format by a schema', async () => {
  server.reply({ text: 'Be brief.' }, { text: 'yes' })
  expect(await ask({ decisions: 'schema' }, { kind: 'judge', answers: ['False'], message: 'x' })).toBe('Be brief.')
  expect(await ask({ decisions: 'schema', answers: 'object' })).toBe('yes')
  expect(formats()).toEqual([undefined, undefined])
})

it('is asked for in words once a server has refused the format', async () => {
  const refused = { status: 400, body: { error: { message: 'This response_format type is unavailable now' } } }
  server.reply(refused, { text: 'yes' })
  expect(await ask({ decisions: 'schema' })).toBe('yes')
  expect(formats()).toEqual([FORMAT, undefined])
})
