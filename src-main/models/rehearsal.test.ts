/** The rehearsal model: its script, and what it does where the script is silent. */
import { describe, expect, test } from 'vitest'
import { AppError } from '../../src-shared/errors'
import type { ModelPurpose, ModelRequest, ModelTool } from './contract/model'
import type { Prompt, PromptMessage } from './contract/prompt'
import { createRehearsalModel, type RehearsalOptions } from './rehearsal'
import type { RehearsalRule } from './rehearsal-script'

function told(history: readonly PromptMessage[]): Prompt {
  return { language: 'en', system: ['You are a concierge.'], history, after: ['Use a fitting tool or helper.'] }
}

function request(more: Partial<ModelRequest> & { user?: string } = {}): ModelRequest {
  const { user = 'Hello', ...rest } = more
  return {
    prompt: told([{ kind: 'said', by: 'user', text: user }]),
    tools: [],
    speaker: 'Concierge',
    nth: 1,
    purpose: { kind: 'reply' },
    signal: new AbortController().signal,
    ...rest,
  }
}

async function ask(more: Parameters<typeof request>[0] = {}, options: Partial<RehearsalOptions> = {}) {
  const reply = await createRehearsalModel({ rules: [], ...options }).call(request(more))
  const calls = reply.calls.map((call) => [call.name, JSON.parse(call.arguments) as unknown])
  return calls.length > 0 ? calls : reply.text
}

const noArguments = { type: 'object', properties: {} }
const tools: ModelTool[] = [
  {
    name: 'get_time',
    description: 'Tells the current time',
    parameters: { type: 'object', properties: { timezone: { type: 'string', description: 'IANA name' } } },
  },
  {
    name: 'calculator',
    description: 'Evaluates arithmetic',
    parameters: { type: 'object', properties: { expression: { type: 'string' } }, required: ['expression'] },
  },
  {
    name: 'fill_profile',
    description: "Used for learning the guest's tastes and filling in the profile",
    parameters: noArguments,
    moves: true,
  },
  { name: 'make_order', description: 'Used for ordering cakes for a date', parameters: noArguments, moves: true },
]
const desk: ModelTool[] = [
  {
    name: 'transfer_Triage_to_Refunds',
    description: 'the user asks for money back or a refund',
    parameters: noArguments,
    moves: true,
  },
  {
    name: 'transfer_Triage_to_Technical_help',
    description: 'the user has a technical problem with a product',
    parameters: noArguments,
    moves: true,
  },
]
const said = (text: string) => `Rehearsal for Concierge: you said "${text}"; a connected model would answer here.`

describe('where the script is silent', () => {
  test.each([
    ["let's do my profile", [['fill_profile', {}]]],
    ['Please fill in my profile', [['fill_profile', {}]]],
    ['I want to order a cake', [['make_order', {}]]],
    ['Could I have two chocolate cakes for my daughter on Friday, please?', [['make_order', {}]]],
    ['what time is it', [['get_time', {}]]],
    ['What time is it in Europe/Rome?', [['get_time', { timezone: 'Europe/Rome' }]]],
    ['what is 12 * (3 + 4)?', [['calculator', { expression: '12 * (3 + 4)' }]]],
    ['how much is 7 plus 8', [['calculator', { expression: '7 + 8' }]]],
    ['3 x 4?', [['calculator', { expression: '3 * 4' }]]],
    ['My number is +1 555-123-4567', said('My number is +1 555-123-4567')],
    ['What date is it?', said('What date is it?')],
    ['Hello', said('Hello')],
    ['Hi there, how are you today?', said('Hi there, how are you today?')],
    ['Tell me a joke', said('Tell me a joke')],
    ['My daughter was born on 2020-01-02', said('My daughter was born on 2020-01-02')],
    ['Ann', said('Ann')],
  ])('a supervisor with tools and dialogs: %s', async (user, expected) => {
    expect(await ask({ user, tools })).toEqual(expected)
  })

  test.each([
    ['I want my money back', 'transfer_Triage_to_Refunds'],
    ['Can I get a refund?', 'transfer_Triage_to_Refunds'],
    ['My kettle has a technical problem', 'transfer_Triage_to_Technical_help'],
    ['I need technical help', 'transfer_Triage_to_Technical_help'],
  ])('a triage desk: %s', async (user, tool) => {
    expect(await ask({ user, tools: desk, speaker: 'Triage' })).toEqual([[tool, {}]])
  })

  test('Russian and Chinese', async () => {
    const russian: ModelTool = {
      name: 'make_order',
      description: 'Нужен, чтобы заказать торт к дате',
      parameters: noArguments,
    }
    const chinese: ModelTool = { name: 'make_order', description: '用于预订蛋糕', parameters: noArguments }
    expect(await ask({ user: 'Хочу заказать два торта', tools: [russian] })).toEqual([['make_order', {}]])
    expect(await ask({ user: '我想订蛋糕', tools: [chinese] })).toEqual([['make_order', {}]])
    expect(await ask({ user: 'Привет', tools: [russian], speaker: 'Бюро' }, { language: 'ru' })).toBe(
      'Репетиция за Бюро: вы сказали «Привет»; здесь ответила бы подключённая модель.',
    )
    expect(await ask({ user: '你好', tools: [chinese] }, { language: 'zh' })).toBe(
      'Concierge 的排练：您说“你好”；此处应由已连接的模型作答。',
    )
  })

  const after = (tool: string, result: string): PromptMessage[] => [
    { kind: 'said', by: 'user', text: 'what time is it' },
    { kind: 'calls', by: 'self', text: '', calls: [{ id: 'a', name: tool, arguments: '{}', result }] },
  ]

  test('after a result it answers with it and picks nothing more', async () => {
    expect(await ask({ prompt: told(after('get_time', '12:30')), tools })).toBe(
      'Rehearsal for Concierge: get_time says: 12:30.',
    )
    expect(await ask({ prompt: told(after('get_time', 'Error: no clock.')), tools })).toBe(
      'Rehearsal for Concierge: get_time failed: no clock.',
    )
    const again: PromptMessage[] = [
      ...after('get_time', '12:30'),
      { kind: 'said', by: 'self', text: 'Half past.' },
      { kind: 'said', by: 'user', text: 'and the time now?' },
    ]
    expect(await ask({ prompt: told(again), tools })).toEqual([['get_time', {}]])
  })

  test('nobody moves twice in a turn, nor after a move', async () => {
    expect(await ask({ user: 'a refund', tools: desk, nth: 2 })).toBe(said('a refund'))
    const moved = after('transfer_Refunds_to_Triage', 'You now speak.')
    expect(
      await ask({ prompt: told([{ kind: 'said', by: 'user', text: 'a refund' }, ...moved.slice(1)]), tools: desk }),
    ).toBe(said('a refund'))
  })

  test('a flow that speaks first', async () => {
    const opening =
      'Rehearsal for Concierge: nobody has spoken yet; a connected model would open the conversation here.'
    expect(await ask({ prompt: told([{ kind: 'note', text: 'A guest has just arrived.' }]), tools })).toBe(opening)
  })

  async function forPurpose(purpose: ModelPurpose, more: Partial<ModelRequest> = {}) {
    return ask({ purpose, ...more })
  }

  test('choose, judge and summarise', async () => {
    const options = tools.map(({ name, description }) => ({ name, description }))
    expect(await forPurpose({ kind: 'choose', options, none: 'False', message: 'I want to order a cake' })).toBe(
      'make_order',
    )
    expect(await forPurpose({ kind: 'choose', options, none: 'False', message: 'Ann' })).toBe('False')
    expect(await forPurpose({ kind: 'judge', answers: ['no', 'yes'], message: 'yes, that is all' })).toBe('no')
    expect(
      await forPurpose({
        kind: 'judge',
        answers: ['others', 'ask the price', 'buy a kettle'],
        message: 'I would buy that kettle',
      }),
    ).toBe('buy a kettle')
    expect(
      await forPurpose(
        { kind: 'summarise' },
        { prompt: told([...after('get_time', 'x'), { kind: 'said', by: 'self', text: 'Half  past.' }]) },
      ),
    ).toBe('Half past.')
  })

  test('extract fills what is plainly said and leaves out the rest', async () => {
    const string = { type: 'string' }
    const schema = {
      type: 'object',
      properties: {
        name: string,
        email: { type: 'string', format: 'email' },
        date: { type: 'string', format: 'date' },
        quantity: { type: 'integer' },
        taste: { enum: ['vanilla', 'chocolate'] },
        inscription: string,
        favouriteColour: string,
        phone: string,
        address: string,
      },
    }
    const message =
      'Hi, my name is Ann Lee (ann@example.org). 3 chocolate cakes for 2026-05-01, with "For Tom" on it. My favourite colour is dark red.'
    expect(JSON.parse(String(await forPurpose({ kind: 'extract', schema, message })))).toEqual({
      name: 'Ann Lee',
      email: 'ann@example.org',
      date: '2026-05-01',
      quantity: 3,
      taste: 'chocolate',
      inscription: 'For Tom',
      favouriteColour: 'dark red',
    })
    expect(await forPurpose({ kind: 'extract', schema, message: 'I am tired' })).toBe('{}')
  })

  test('required arguments are always there', async () => {
    const parameters = {
      type: 'object',
      properties: {
        query: { type: 'string' },
        limit: { type: 'integer', minimum: 1 },
        exact: { type: 'boolean' },
        page: { type: 'integer' },
      },
      required: ['query', 'limit', 'exact'],
    }
    const search: ModelTool = { name: 'search_news', description: 'Searches the news', parameters }
    expect(await ask({ user: 'any news from Rome?', tools: [search] })).toEqual([
      ['search_news', { query: 'any news from Rome?', limit: 1, exact: false }],
    ])
  })

  test('plans over the tools on offer', async () => {
    const query = { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] }
    const sources: ModelTool[] = [
      { name: 'Search', description: 'Searches the web for people and history', parameters: query },
      { name: 'LLM', description: 'A language model', parameters: query },
    ]
    const user = 'Who is [really] the tallest person in history?'
    expect(await ask({ user, tools: sources, purpose: { kind: 'plan' } })).toBe(
      [
        'Plan: Use Search for the question.',
        '#E1 = Search[Who is (really) the tallest person in history?]',
        'Plan: Answer the question.',
        '#E2 = LLM[Who is (really) the tallest person in history? Evidence: #E1]',
      ].join('\n'),
    )
    expect(await ask({ user: 'what is 2+3', tools, purpose: { kind: 'plan' } })).toBe(
      'Plan: Use calculator for the question.\n#E1 = calculator[2+3]',
    )
    expect(await ask({ user: 'Hello', tools: sources.slice(0, 1), purpose: { kind: 'plan' } })).toBe(
      'Plan: Use Search for the question.\n#E1 = Search[Hello]',
    )
  })
})

describe('the script', () => {
  const play = (rules: RehearsalRule[], more: Parameters<typeof request>[0] = {}) => ask({ tools, ...more }, { rules })

  test('the first rule whose every condition holds answers', async () => {
    const rules: RehearsalRule[] = [
      { when: { speaker: 'Order', user: 'cake' }, text: 'not this speaker' },
      { when: { user: '/^cake/' }, text: 'case counts in a regex without i' },
      { when: { offered: ['make_order', 'fly'] }, text: 'not offered' },
      { when: { nth: 2 }, text: 'second call' },
      {
        when: { speaker: 'concierge', user: '/CAKES?.*please/i', last: 'cake', offered: ['make_order'], nth: 1 },
        call: { tool: 'make_order', arguments: { n: 1 } },
      },
      { when: { user: 'CAKE' }, text: 'Two.', calls: [{ tool: 'a' }, { tool: 'b', arguments: { x: 'y' } }] },
    ]
    expect(await play(rules, { user: 'Cakes for me, please' })).toEqual([['make_order', { n: 1 }]])
    expect(await play(rules, { user: 'Cakes for me' })).toEqual([
      ['a', {}],
      ['b', { x: 'y' }],
    ])
    expect(await play(rules, { user: 'Cakes for me', nth: 2 })).toBe('second call')
    expect(await play(rules, { user: 'Hello' })).toBe(said('Hello'))
  })

  test('`user` is the message that a check is about, `last` the end of the prompt', async () => {
    const rules: RehearsalRule[] = [{ when: { user: 'cake', last: 'Hello' }, text: 'make_order' }]
    expect(await play(rules, { purpose: { kind: 'choose', options: [], none: 'False', message: 'a cake' } })).toBe(
      'make_order',
    )
  })

  test('a rule without an answer only waits', async () => {
    expect(await play([{ delayMs: 1 }])).toBe(said('Hello'))
  })

  test.each([
    ['/(/', 'is not a regular expression'],
    ['/a/x', 'is not a regular expression'],
    [`/${'a'.repeat(600)}/`, 'is longer than 500 characters'],
    ['/^(a+)+$/', 'took longer than 250 ms'],
    ['/^(a|a)*$/', 'took longer than 250 ms'],
    [`/^${'(a|a)'.repeat(34)}$/`, 'took longer than 250 ms'],
  ])('a faulty pattern is named: %s', async (user, words) => {
    const error = await play(
      [
        { text: 'x', when: { nth: 9 } },
        { when: { user }, text: 'x' },
      ],
      { user: `${'a'.repeat(60)}!` },
    ).catch((cause: unknown) => cause)
    if (!(error instanceof AppError)) throw new Error('it did not fail')
    expect([error.code, error.details]).toEqual(['expression', { rule: 1, field: 'when.user' }])
    expect(error.message).toContain(`Rehearsal rule 2: the pattern in "user" ${words}`)
  })
})

describe('as a model', () => {
  test('the same request gives the same reply, streamed by words', async () => {
    const tokens: string[] = []
    const model = createRehearsalModel({ rules: [] })
    const spoken = await model.call(request({ user: 'Good  news!', onToken: (text) => tokens.push(text) }))
    expect(tokens.join('')).toBe(spoken.text)
    expect(tokens.length).toBeGreaterThan(8)
    const first = await model.call(request({ user: 'what time is it', tools }))
    const second = await createRehearsalModel({ rules: [] }).call(request({ user: 'what time is it', tools }))
    expect(second).toEqual(first)
    expect(first).toEqual({
      text: '',
      calls: [{ id: expect.stringMatching(/^call_[0-9a-f]{20}$/) as string, name: 'get_time', arguments: '{}' }],
      usage: { input: 32, output: 9 },
      model: 'rehearsal',
    })
    const other = await createRehearsalModel({ rules: [], seed: 1 }).call(request({ user: 'what time is it', tools }))
    expect(other.calls[0]?.id).not.toBe(first.calls[0]?.id)
  })

  test('stop ends a delay and a stream at once', async () => {
    const controller = new AbortController()
    const model = createRehearsalModel({
      rules: [{ when: { user: 'slow' }, text: 'late', delayMs: 60_000 }],
      tokenDelayMs: 60_000,
    })
    const slow = model.call(request({ user: 'slow', signal: controller.signal }))
    const words = model.call(request({ signal: controller.signal, onToken: () => undefined }))
    controller.abort()
    const ends = await Promise.allSettled([slow, words, model.call(request({ signal: controller.signal }))])
    const code = (end: PromiseSettledResult<unknown>) =>
      end.status === 'rejected' && end.reason instanceof AppError ? end.reason.code : end
    expect(ends.map(code)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  })
})

describe('tools that are searched for and loaded on demand', () => {
  const search: ModelTool = {
    name: 'get_tool_names_for_query',
    description: 'Finds tools that fit a query. Gives their names, best first.',
    parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
  }
  const found = (result: string): Prompt =>
    told([
      { kind: 'said', by: 'user', text: 'Weather in Rome?' },
      {
        kind: 'calls',
        by: 'self',
        text: '',
        calls: [{ id: 'c1', name: search.name, arguments: '{"query":"Weather in Rome?"}', result }],
      },
    ])
  const forecast: ModelTool = { name: 'forecast', description: 'Tells the weather', parameters: noArguments }

  test('where nothing fits, the search is asked; a mere greeting asks for nothing', async () => {
    expect(await ask({ user: 'Weather in Rome?', tools: [search] })).toEqual([
      [search.name, { query: 'Weather in Rome?' }],
    ])
    expect(await ask({ user: 'Weather in Rome?', tools: [search, forecast] })).toEqual([['forecast', {}]])
    expect(await ask({ user: 'Hello', tools: [search] })).toContain('you said "Hello"')
  })

  test('the best of what was found is called, where it may be', async () => {
    const prompt = found('["forecast","calculator"]')
    expect(await ask({ prompt, tools: [search, ...tools, forecast] })).toEqual([['forecast', {}]])
    expect(await ask({ prompt, tools: [search] })).toContain('get_tool_names_for_query says: ["forecast","calculator"]')
    expect(await ask({ prompt: found('[]'), tools: [search] })).toContain('says: []')
  })
})
