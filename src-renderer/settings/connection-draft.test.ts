import { expect, test } from 'vitest'
import { textsOf, typedTexts } from '../ui/model-parameters/texts'
import { PRESETS } from '../../src-shared/providers/presets'
import { ENGLISH } from '../../src-shared/languages/translate'
import { draftOf, newDraft, inputOf, problemsOf, withBlank } from './connection-draft'

const stored = {
  name: 'work',
  provider: 'openai',
  baseUrl: 'https://models.example/v1',
  model: 'm',
  hasKey: true,
} as const

test('the key is sent only when it changes', () => {
  const plain = { name: 'work', provider: 'openai', baseUrl: 'https://models.example/v1', model: 'm' }
  const draft = draftOf(stored)
  expect([
    inputOf(draft),
    inputOf({ ...draft, key: { kind: 'set', key: ' secret ' } }),
    inputOf({ ...draft, key: { kind: 'set', key: '' } }),
    inputOf({ ...draft, key: { kind: 'remove' } }),
  ]).toEqual([plain, { ...plain, key: 'secret' }, plain, { ...plain, key: '' }])
})

test('parameters and the form of requests are sent only when they change, also when they are taken away', () => {
  const given = { parameters: { topP: 0.5 }, dialect: { callIds: 'nine' } } as const
  const draft = draftOf({ ...stored, ...given })
  const said = (patch: Partial<typeof draft>) => {
    const { parameters, dialect } = inputOf({ ...draft, ...patch })
    return { parameters, dialect }
  }
  expect([
    said({}),
    said({ parameters: {} }),
    said({ dialect: 'auto' }),
    inputOf({ ...draftOf(null), name: 'n', parameters: { seed: 1 } }).parameters,
  ]).toEqual([
    { parameters: undefined, dialect: undefined },
    { parameters: {}, dialect: undefined },
    { parameters: undefined, dialect: 'auto' },
    { seed: 1 },
  ])
})

test('stop texts are typed one a line, with line ends in them written out', () => {
  const texts = ['END', '\n\nUser:', ' a\tb', 'C:\\n']
  expect(typedTexts(texts)).toBe('END\n\\n\\nUser:\n a\\tb\nC:\\\\n')
  expect(textsOf(typedTexts(texts))).toEqual(texts)
  expect(textsOf('\nA\n\n\\q\n')).toEqual(['A', '\\q'])
})

test('names and addresses that cannot be saved say why', () => {
  const draft = draftOf(null)
  const fine = { name: null, baseUrl: null, key: null, price: null }
  expect([
    problemsOf({ ...draft, name: 'home', baseUrl: 'http://127.0.0.1:1234/v1' }, ['work'], ENGLISH),
    problemsOf(draftOf(stored), ['work'], ENGLISH),
    problemsOf({ ...draft, name: 'Work' }, ['work'], ENGLISH).name,
    problemsOf({ ...draft, name: ' Rehearsal' }, [], ENGLISH).name,
    problemsOf({ ...draft, name: 'x', baseUrl: 'file:///etc' }, [], ENGLISH).baseUrl,
  ]).toEqual([
    fine,
    fine,
    'There is a connection of this name. Choose another name, or edit that one.',
    'This is the name of the built-in model. Choose another name.',
    'The address must begin with http:// or https://.',
  ])
})

test('another server wants a key of its own, another path on the same one does not', () => {
  const draft = draftOf(stored)
  const problem = (patch: Partial<typeof draft>) => problemsOf({ ...draft, ...patch }, ['work'], ENGLISH).key
  const asked =
    'The stored key belongs to https://models.example. Enter the key for http://other.example, or remove the stored one.'
  const baseUrl = 'http://other.example/v1'
  expect([
    problem({ baseUrl }),
    problem({ baseUrl, key: { kind: 'set', key: ' ' } }),
    problem({ baseUrl, key: { kind: 'set', key: 'new' } }),
    problem({ baseUrl, key: { kind: 'remove' } }),
    problem({ baseUrl: 'https://models.example:443/other' }),
    problem({ baseUrl: '' })?.includes('https://api.openai.com'),
    problemsOf({ ...draft, stored: { ...stored, hasKey: false }, baseUrl }, [], ENGLISH).key,
  ]).toEqual([asked, asked, null, null, null, true, null])
})

test('who answers in its place is told where it changed, an empty list too', () => {
  const stored = {
    name: 'w',
    provider: 'openai' as const,
    baseUrl: '',
    model: '',
    hasKey: false,
    fallbacks: ['a', 'b'],
  }
  const draft = draftOf(stored)
  expect(inputOf(draft)).not.toHaveProperty('fallbacks')
  expect(inputOf({ ...draft, fallbacks: ['b', 'a'] })).toMatchObject({ fallbacks: ['b', 'a'] })
  expect(inputOf({ ...draft, fallbacks: [] })).toMatchObject({ fallbacks: [] })
})

test('a preset brings name and address; what is missing of it stands in the way, and is never OpenAI’s address instead', () => {
  const preset = (id: string) => PRESETS.find((one) => one.id === id) ?? expect.fail(`no preset ${id}`)
  const ollama = newDraft(preset('ollama'), [])
  expect(inputOf({ ...ollama, model: 'llama3.2' })).toEqual({
    name: 'default',
    provider: 'openai',
    baseUrl: 'http://127.0.0.1:11434/v1',
    model: 'llama3.2',
  })
  expect(Object.values(problemsOf(ollama, [], ENGLISH))).toEqual([null, null, null, null])
  expect(
    [['Default'], ['default', 'Ollama'], ['default', 'ollama', 'ollama-2']].map(
      (names) => newDraft(preset('ollama'), names).name,
    ),
  ).toEqual(['ollama', 'ollama-2', 'ollama-3'])
  const other = newDraft(null, [])
  expect(Object.values(problemsOf(other, [], ENGLISH))).toEqual([null, null, null, null])
  expect([other, newDraft(null, ['default']), newDraft(null, ['default', 'Server'])].map(({ name }) => name)).toEqual([
    'default',
    'server',
    'server-2',
  ])

  const vertex = newDraft(preset('vertex'), [])
  const half = withBlank(vertex, 'project', 'my-project-1')
  const whole = withBlank({ ...half, key: { kind: 'set', key: 'token' } }, 'location', ' europe-west1 ')
  expect(
    [vertex, half, whole].map((draft) => [
      draft.baseUrl,
      problemsOf(draft, [], ENGLISH).baseUrl,
      problemsOf(draft, [], ENGLISH).key,
    ]),
  ).toEqual([
    ['', 'Fill in “Project id”, such as my-project-4711.', 'This server wants a key.'],
    ['', 'Fill in “Location”, such as us-central1.', 'This server wants a key.'],
    [
      'https://europe-west1-aiplatform.googleapis.com/v1beta1/projects/my-project-1/locations/europe-west1/endpoints/openapi',
      null,
      null,
    ],
  ])
  expect(withBlank(whole, 'location', 'evil.example/').baseUrl).toBe('')
})

test('prices are sent where they changed, and only in pairs', () => {
  const priced = draftOf({ ...stored, prices: { m: { input: 1, output: 2 } } })
  const said = (prices: typeof priced.prices) => [
    inputOf({ ...priced, prices }).prices,
    problemsOf({ ...priced, prices }, ['work'], ENGLISH).price,
  ]
  expect([said(priced.prices), said({}), said({ m: { input: 3 } }), said({ n: { input: 3, output: 4 } })]).toEqual([
    [undefined, null],
    [{}, null],
    [{}, 'Enter both prices, or neither.'],
    [{ n: { input: 3, output: 4 } }, null],
  ])
})
