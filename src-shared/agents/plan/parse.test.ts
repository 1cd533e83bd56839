/** The plan grammar on replies as models write them: what is accepted, and as what. Each name is a decision. */
import { expect, test } from 'vitest'
import { parsePlan } from './parse'

/** A plan in short: `E1 plan -> tool <input>`; a faulty one as its kind and line. */
function read(reply: string, tools?: readonly string[]): string[] | string {
  const { steps, error } = parsePlan(reply, { tools })
  if (error !== null) return `${error.kind} ${error.line ?? '-'}`
  return steps.map(({ id, plan, tool, input }) => `${id} ${plan} -> ${tool} <${input}>`)
}

const ONE = ['E1 a -> T <x>']
const TWO = ['E1 a -> T <x>', 'E2 b -> T <y>']

test('a tidy plan: steps with ids, trimmed texts, inputs with their quotes, dependencies in order of first use (RW-2)', () => {
  const reply = 'Plan: a.\n#E1 = tool1["a"]\nPlan: b.\n#E2 = tool2["b"]\nPlan: c.\n#E3 = tool1[#E2, #E1 and #E2]\n'
  expect(parsePlan(reply)).toEqual({
    steps: [
      { id: 'E1', plan: 'a.', tool: 'tool1', input: '"a"', deps: [] },
      { id: 'E2', plan: 'b.', tool: 'tool2', input: '"b"', deps: [] },
      { id: 'E3', plan: 'c.', tool: 'tool1', input: '#E2, #E1 and #E2', deps: ['E2', 'E1'] },
    ],
    error: null,
  })
})

test.each([
  ['one line for everything', 'Plan: a #E1 = T[x] Plan: b #E2 = T[y]'],
  ['one line for each step', 'Plan: a #E1 = T[x]\nPlan: b #E2 = T[y]'],
  ['numbers behind Plan', 'Plan 1: a\n#E1 = T[x]\nPlan 2: b\n#E2 = T[y]'],
  ['numbers with a sign or brackets', 'Plan #1: a\n#E1 = T[x]\nPlan (2): b\n#E2 = T[y]'],
  ['any case of Plan', 'PLAN: a\n#E1 = T[x]\nplan 2 : b\n#E2 = T[y]'],
  ['no space behind the colon', 'Plan:a\n#E1=T[x]\nPlan1:b\n#E2=T[y]'],
  ['full-width colon and equals sign', 'Plan：a\n#E1＝T[x]\nPlan 2：b\n#E2 ＝ T[y]'],
  ['full-width number sign and square brackets', 'Plan：a\n＃E1＝T［x］\nPlan：b\n＃E2＝T［y］'],
  ['many spaces round the equals sign', 'Plan:   a  \n#E1    =    T[x]\nPlan: b\n#E2\t=\tT[y]'],
  ['CRLF line ends', 'Plan: a\r\n#E1 = T[x]\r\n\r\nPlan: b\r\n#E2 = T[y]\r\n'],
  ['a byte order mark and odd spaces', '\ufeffPlan:\u00a0a\n\u3000#E1 = T[x]\nPlan: b\n\u200b#E2 = T[y]'],
  ['bold labels', '**Plan:** a\n**#E1** = T[x]\n**Plan 2**: b\n**#E2 =** T[y]'],
  ['whole bold lines', '**Plan 1: a**\n**#E1 = T[x]**\n__Plan 2:__ b\n*#E2 = T[y]*'],
  ['whole lines between low lines', '__Plan: a__\n__#E1 = T[x]__\n_Plan:_ b\n_#E2_ = T[y]'],
  ['backticks', '`Plan: a`\n`#E1 = T[x]`\n`Plan:` b\n`#E2` = `T[y]`'],
  ['bold or quoted tools', 'Plan: a\n#E1 = **T**[x]\nPlan: b\n#E2 = "T"[y]'],
  ['headings', '### Plan 1: a\n#E1 = T[x]\n### Plan 2: b\n#### #E2 = T[y]'],
  ['headings without a colon', '### Plan 1\na\n#E1 = T[x]\n\n**Plan 2**\nb\n#E2 = T[y]'],
  ['a dash or a period behind the number', 'Plan 1 - a\n#E1 = T[x]\nPlan 2. b\n#E2 = T[y]'],
  ['bullets', '- Plan: a\n  - #E1 = T[x]\n* Plan: b\n  * #E2 = T[y]'],
  ['numbered lists', '1. Plan: a\n2. #E1 = T[x]\n3) **Plan:** b\n   (4) #E2 = T[y]'],
  ['check boxes', '- [ ] Plan: a\n  #E1 = T[x]\n- [x] Plan: b\n  #E2 = T[y]'],
  ['pictures before labels', '🔍 Plan: a\n➡️ #E1 = T[x]\n2️⃣ **Plan:** b\n→ #E2 = T[y]'],
  ['counts out of a total', 'Plan 1/2: a\n#E1 = T[x]\n[Plan 2/2]: b\n#E2 = T[y]'],
  ['nothing at all between the parts', 'Plan:a#E1=T[x]Plan:b#E2=T[y]'],
  ['a Cyrillic letter in labels', 'План: a\n#Е1 = T[x]\nПлан: b\n#е2 = T[y]'],
  ['quotes', '> Plan: a\n> #E1 = T[x]\n>\n> Plan: b\n> #E2 = T[y]'],
  ['rows of a table', '| Plan: a | #E1 = T[x] |\n|---|---|\n| Plan: b | #E2 = T[y] |'],
  [
    'labels such as Step 1 and Action before ours',
    'Step 1: Plan: a\nAction: #E1 = T[x]\nStep 2 - Plan: b\nAction 2: #E2 = T[y]',
  ],
  ['a code fence', '```\nPlan: a\n#E1 = T[x]\nPlan: b\n#E2 = T[y]\n```'],
  ['a code fence with a language', 'Here:\n```text\nPlan: a\n#E1 = T[x]\nPlan: b\n#E2 = T[y]\n```\nDone.'],
  ['a code fence for each action', 'Plan: a\n```\n#E1 = T[x]\n```\nPlan: b\n```python\n#E2 = T[y]\n```'],
  ['rules between steps', 'Plan: a\n#E1 = T[x]\n\n---\n\nPlan: b\n\n***\n#E2 = T[y]'],
  [
    'prose before and after',
    'Sure! Here is my plan:\n\nPlan: a\n#E1 = T[x]\nPlan: b\n#E2 = T[y]\n\nThen #E2 is the answer.',
  ],
  ['a sentence right before the first label', 'Sure. Plan: a #E1 = T[x]\nNow Step 2: Plan: b #E2 = T[y]'],
  ['a heading of the whole plan', '## Plan:\n\nPlan 1: a\n#E1 = T[x]\nPlan 2: b\n#E2 = T[y]'],
  ['text behind the closing bracket', 'Plan: a\n#E1 = T[x] (see [1])\nPlan: b\n#E2 = T[y], which is the answer.'],
  ['trailing commas and semicolons', 'Plan: a\n#E1 = T[x],\nPlan: b\n#E2 = T[y];'],
  ['the bracketed label that the original teaches', 'Plan: a\n#E[1] = T[x]\nPlan: b\n#E[ 2 ] = T[y]'],
  ['a small letter and leading zeros in labels', 'Plan: a\n#e1 = T[x]\nPlan: b\n#E02 = T[y]'],
  ['the tool in the line below', 'Plan: a\n#E1 =\nT[x]\nPlan: b\n#E2 =\n  `T[y]`'],
  ['a space before the bracket and inside it', 'Plan: a\n#E1 = T [ x ]\nPlan: b\n#E2 = T[\n  y\n]'],
  ['blank lines between a plan and its action', 'Plan:\n\na\n\n#E1 = T[x]\n\n\nPlan: b\n\n#E2 = T[y]'],
  ['the Chinese word', '计划1：a\n#E1 = T[x]\n計劃：b\n#E2 = T[y]'],
  ['the Russian word', 'План: a\n#E1 = T[x]\nПЛАН 2: b\n#E2 = T[y]'],
  ['thoughts before', '<think>\nPlan: no\n#E1 = No[no]\n</think>\n\nPlan: a\n#E1 = T[x]\nPlan: b\n#E2 = T[y]'],
  [
    'thoughts between and after',
    'Plan: a <THINK>hm</THINK>\n#E1 = T[x]\n<thinking>Plan: no</thinking>Plan: b\n#E2 = T[y]\n<think>ok',
  ],
  [
    'thoughts that began before the reply',
    'First Plan: no\n#E1 = No[no]\n</think>\nPlan: a\n#E1 = T[x]\nPlan: b\n#E2 = T[y]',
  ],
  ['an end of thoughts at the very end, which ends nothing', 'Plan: a\n#E1 = T[x]\nPlan: b\n#E2 = T[y]\n</think>\n'],
])('accepts %s', (_what, reply) => {
  expect(read(reply)).toEqual(TWO)
})

test.each([
  ['plan texts over several lines', 'Plan: a\n  b, and\nc\n#E1 = T[x]', ['E1 a\n  b, and\nc -> T <x>']],
  [
    'bold words within a plan text',
    '**Plan:** find **it** and `that`\n#E1 = T[x]',
    ['E1 find **it** and `that` -> T <x>'],
  ],
  ['a plan text that mentions evidence', 'Plan: Use #E1, not #E[2]\n#E1 = T[x]', ['E1 Use #E1, not #E[2] -> T <x>']],
  ['a mention that opens a line', 'Plan: Using\n#E1 we go on\n#E2 = T[x]', ['E2 Using\n#E1 we go on -> T <x>']],
  ['== and => as no definition', 'Plan: if #E1 == 3 or #E1 => x\n#E1 = T[x]', ['E1 if #E1 == 3 or #E1 => x -> T <x>']],
  ['"the plan:" in a sentence as no label', 'Plan: make the plan: one\n#E1 = T[x]', ['E1 make the plan: one -> T <x>']],
  ['Planning: and explan: as no label', 'Planning: x\nexplan: y\nPlan: a\n#E1 = T[x]', ONE],
  ['a plan without a text', 'Plan:\n#E1 = T[x]', ['E1  -> T <x>']],
  ['an empty input', 'Plan: a\n#E1 = T[]', ['E1 a -> T <>']],
  [
    'labels in any order and with gaps, by name',
    'Plan: a\n#E7 = T[#E3]\nPlan: b\n#E3 = T[y]',
    ['E7 a -> T <#E3>', 'E3 b -> T <y>'],
  ],
  ['#E0', 'Plan: a\n#E0 = T[x]', ['E0 a -> T <x>']],
  ['a quoted format before the plan', 'I write #E1 = Tool[input] below each.\nPlan: a\n#E1 = T[x]', ONE],
  ['a legend behind the plan', 'Plan: a\n#E1 = T[x]\n\nWhere:\n#E1 = the result', ONE],
  [
    'an unknown evidence that equals something in a plan text',
    'Plan: a\n#E1 = T[x]\nPlan: if #E1 = 5 go on\n#E2 = T[y]',
    ['E1 a -> T <x>', 'E2 if #E1 = 5 go on -> T <y>'],
  ],
])('reads %s', (_what, reply, steps) => {
  expect(read(reply)).toEqual(steps)
})

test.each([
  'web.search',
  'search-web',
  'search_web',
  '_id',
  'Web Search',
  'mcp:find/all',
  'Поиск',
  '搜索 网页',
  'C# runner',
  'ns::tool',
  'tool@2',
])('a tool may be called %s', (tool) => {
  expect(read(`Plan: a\n#E1 = ${tool}[x]`, [tool])).toEqual([`E1 a -> ${tool} <x>`])
})

test('a registered name with brackets in it is found as a whole', () => {
  const tools = ['Search', 'Search (web)', 'Sum [of] all']
  expect(
    read('Plan: a\n#E1 = Search (web)[x]\nPlan: b\n#E2 = Sum [of] all [y]\nPlan: c\n#E3 = Search[z]', tools),
  ).toEqual(['E1 a -> Search (web) <x>', 'E2 b -> Sum [of] all <y>', 'E3 c -> Search <z>'])
})

test('names are compared exactly, then ignoring case, never in part; the registered spelling counts', () => {
  const tools = ['Search', 'search', 'WebSearch', 'Поиск']
  expect(read('Plan: a\n#E1 = search[x]\nPlan: b\n#E2 = SEARCH[y]\nPlan: c\n#E3 = поиск[z]', tools)).toEqual([
    'E1 a -> search <x>',
    'E2 b -> Search <y>',
    'E3 c -> Поиск <z>',
  ])
  expect(read('Plan: a\n#E1 = Web[x]', tools)).toBe('unknown_tool 2')
  expect(read('Plan: a\n#E1 = WebSearch2[x]', tools)).toBe('unknown_tool 2')
  expect(read('Plan: a\n#E1 = WebSearch[x]', [])).toBe('unknown_tool 2')
})

test.each([
  ['nested brackets', 'a[0] + b[c[1]]'],
  ['a reference in brackets', '#E[1] + #E[ 2 ]'],
  ['a JSON object', '{"q": ["a", {"b": [1, 2]}], "n": 3}'],
  ['a JSON text with a lone bracket', '{"q": "a ] b", "r": "c [ d"}'],
  ['code', 'x = [i for i in range(3)]\nprint(x[0], ")]")'],
  ['a call in single quotes', "print(']') or d['a']"],
  ['a fence', '```python\nprint([1])\n```'],
  ['a regular expression with a bracket behind a backslash', '[^\\]]+'],
  ['a class of characters', '[a-z0-9]'],
  ['math', '(2 * #E2 - 10) - 8 >= [x]^2'],
  ['LaTeX', '\\[ x^2 \\] and \\left[0, 1\\right]'],
  ['an address', 'https://example.org/a?b[]=1&c=#top'],
  ['round brackets', 'f(x) and (y'],
  ['apostrophes and inches', `what's the '90s 5" disk, dogs' size`],
  ['typographic quotes', '“what’s new”'],
  ['a definition that is talked about', 'Explain what #E1 = Search[x] means'],
  ['an equation', 'Explain why #E1 = 5'],
  ['Plan: in a sentence', 'Write a Plan: for a trip. Plan: B too'],
  ['Plan: in lines of its own', 'Write:\nPlan: one\nPlan: two'],
  ['a table', '| a | b |\n|---|---|\n| [1] | 2 |'],
  ['a tag', 'What does <think> do in </think>?'],
  ['Chinese', '查询#E1的人口，并比较「#E2」'],
  ['emoji', '😀 [👍] 🎉'],
  ['a path that ends in a backslash', 'C:\\temp\\'],
])('an input may hold %s', (_what, input) => {
  const reply = `Plan: a\n#E9 = LLM[${input}]\nPlan: b\n#E2 = T[y]\nPlan: c\n#E1 = T[z]`
  expect(read(reply)).toEqual([`E9 a -> LLM <${input}>`, 'E2 b -> T <y>', 'E1 c -> T <z>'])
})

test('brackets that cannot be paired: the last one before the next step closes (ReWOO 16)', () => {
  expect(read('Plan: a\n#E1 = T[f(x[0)]\nPlan: b\n#E2 = T[y]')).toEqual(['E1 a -> T <f(x[0)>', 'E2 b -> T <y>'])
  expect(read('Plan: a\n#E1 = T[[a-z] and\nmore]\nPlan: b #E2 = T[y]')).toEqual([
    'E1 a -> T <[a-z] and\nmore>',
    'E2 b -> T <y>',
  ])
  expect(read('Plan: a #E1 = T[:[] Plan: b #E2 = T[y]')).toEqual(['E1 a -> T <:[>', 'E2 b -> T <y>'])
  expect(read('Plan: a\n#E1 = T[x [y]')).toEqual(['E1 a -> T <x [y>'])
})

test('the first bracket that closes the pair ends an input; what follows is text behind it', () => {
  expect(read('Plan: a\n#E1 = T[x] and y]')).toEqual(ONE)
})
