/** What conditions and variables that are set ask of the flow: ports by name, edges that go along, problems in words. */
import { ENGLISH } from '../languages/translate'
import { inEnglish } from '../testing/in-english'
import { describe, expect, test } from 'vitest'
import { flow } from '../testing/flow-builder'
import { checkFlow } from './checks/check'
import { canConnect } from './editing/connect'
import { setNodeData } from './editing/edits'
import { flowToMermaid } from './editing/mermaid'

const input = (node: string) => ({ node, port: 'in' })
const port = (node: string, id: string) => ({ node, port: id })

describe('ports that the data of a node names', () => {
  const often = { name: 'often', when: '${tries} > 2' }
  const never = { name: 'never', when: '${tries} == 0' }
  const condition = flow('Branches')
    .variable('tries', { type: 'number', default: 0 })
    .start('c')
    .node('condition', 'c', { name: 'Check', branches: [often, never] })
    .agent('a')
    .agent('b')
    .agent('d')
    .edge('next', { from: 'c', to: 'a', port: 'often' })
    .edge('next', { from: 'c', to: 'b', port: 'never' })
    .edge('next', { from: 'c', to: 'd', port: 'else' })
    .build()
  const ports = ({ edges }: typeof condition) =>
    ['e2', 'e3', 'e4'].map((id) => `${edges[id]?.from.port ?? ''} -> ${edges[id]?.to.node ?? ''}`)
  const problems = (changed: typeof condition) =>
    checkFlow(changed).map(({ severity, code, edge, message }) => ({
      severity,
      code,
      edge,
      message: inEnglish(message),
    }))

  test('are all that wires can be joined to, each once', () => {
    const from = (id: string) => canConnect(condition, { from: port('c', id), to: input('a'), replaces: 'e2' })
    expect(inEnglish([from('often').ok, from('sometimes')])).toEqual([
      true,
      { ok: false, reason: 'A condition has no port “sometimes”.' },
    ])
    expect(canConnect(condition, { from: port('c', 'often'), to: input('b') }).ok).toBe(false)
    expect(problems(condition)).toEqual([])
  })

  test('take their edges along when they get another name, and not when they change places', () => {
    const renamed = setNodeData(condition, 'c', { branches: [{ ...often, name: 'many' }, never] })
    expect(ports(renamed)).toEqual(['many -> a', 'never -> b', 'else -> d'])
    expect(problems(renamed)).toEqual([])
    const swapped = setNodeData(condition, 'c', { branches: [never, often] })
    expect(ports(swapped)).toEqual(ports(condition))
    const more = setNodeData(condition, 'c', { branches: [{ name: 'new', when: 'true' }, often, never] })
    expect(ports(more)).toEqual(ports(condition))
  })

  test('leave their edges drawn when they are gone, which is a problem in words', () => {
    const fewer = setNodeData(condition, 'c', { branches: [never] })
    expect(ports(fewer)).toEqual(ports(condition))
    expect(problems(fewer)).toEqual([
      {
        severity: 'error',
        code: 'unknown-port',
        edge: 'e2',
        message:
          '“Check” has no branch “often”. Join the edge to another branch, remove it, or give a branch that name.',
      },
    ])
  })
})

test('branches and values that cannot be are problems in words', () => {
  const messages = (branches: { name: string; when: string }[]) =>
    checkFlow(flow('F').start('c').node('condition', 'c', { name: 'Check', branches }).build())
      .filter(({ node, code }) => node === 'c' && code !== 'branch-leads-nowhere')
      .map(({ severity, message }) => `${severity}: ${ENGLISH.message(message)}`)
  expect(messages([])).toEqual(['error: There are no branches yet. Add one with an expression, such as ${tries} > 2.'])
  expect(
    messages([
      { name: 'a', when: '${lost} > 1' },
      { name: 'a', when: '' },
      { name: 'else', when: '1 >' },
      { name: '', when: 'true' },
    ]),
  ).toEqual([
    'error: Branch 2: Another branch is called “a” too. Choose another name.',
    'error: The branch “a” has no expression. Write one, such as ${tries} > 2, or remove the branch.',
    'error: Branch 3: “else” is the name of another port. Choose another one.',
    expect.stringMatching(/^error: “else” cannot be read at character \d+: /),
    'error: Branch 4: A branch needs a name.',
    "warning: “a” names the variable “lost”, which is not declared. Declare it in the flow's settings.",
  ])
  const set = flow('F')
    .start('v')
    .node('set-variables', 'v', {
      set: [
        { name: 'new one', value: '1' },
        { name: 'seen', value: '${lost} +' },
        { name: 'seen', value: '{lost}' },
      ],
    })
    .build()
  expect(
    checkFlow(set).map(
      ({ severity, code, message }) => `${severity} ${code}: ${ENGLISH.message(message).slice(0, 42)}`,
    ),
  ).toEqual([
    'error bad-variable-name: Row 1: “new one” cannot be the name of a v',
    expect.stringMatching(/^error bad-expression: “seen” cannot be read at character 10/),
    'warning undeclared-variable: “seen” names the variable “seen”, which is',
    'warning undeclared-variable: “seen” names the variable “lost”, which is',
  ])
})

test('a Mermaid drawing has the names of branches on their edges', () => {
  const drawing = flow('F')
    .start('c')
    .node('condition', 'c', { name: 'Check', branches: [{ name: 'many "x"', when: 'true' }] })
    .agent('a')
    .agent('b')
    .edge('next', { from: 'c', to: 'a', port: 'many "x"' })
    .edge('next', { from: 'c', to: 'b', port: 'else' })
    .build()
  expect(
    flowToMermaid(drawing)
      .split('\n')
      .filter((line) => line.includes('|')),
  ).toEqual(['  n2 -->|"many #34;x#34;"| n3', '  n2 -->|"else"| n4'])
})
