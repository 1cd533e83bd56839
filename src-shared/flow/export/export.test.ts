import { readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { flow } from '../../testing/flow-builder'
import { openFlow } from '../editing/open'
import type { Flow } from '../records'
import { flowToMarkdown } from './flow-markdown'
import { flowToSvg } from './flow-svg'

const example = (name: string): Flow => {
  const opened = openFlow(readFileSync(`resources/examples/${name}`, 'utf8'))
  if (!opened.ok) throw new Error(`${name} does not open`)
  return opened.flow
}

/** Every element is closed in its place, and nothing stands in it but elements and escaped text. */
function isWellFormed(svg: string): boolean {
  const open: string[] = []
  for (const [, close, name = '', , isEmpty] of svg.matchAll(/<(\/?)([a-z]+)((?:\s[a-zA-Z:-]+="[^"<]*")*)\s*(\/?)>/g)) {
    if (close === '/') {
      if (open.pop() !== name) return false
    } else if (isEmpty !== '/') open.push(name)
  }
  const rest = svg.replace(/<\/?[a-z]+(?:\s[a-zA-Z:-]+="[^"<]*")*\s*\/?>/g, '')
  return open.length === 0 && !/[<>]/.test(rest)
}

test('every example is drawn whole, in both looks: each name is there, and all lies within the picture', () => {
  for (const name of readdirSync('resources/examples').filter((file) => file.endsWith('.flow.json'))) {
    const drawn = example(name)
    const [light, dark] = [flowToSvg(drawn), flowToSvg(drawn, 'dark')]
    expect([isWellFormed(light), isWellFormed(dark), light === dark]).toEqual([true, true, false])
    const [, x = 0, y = 0, width = 0, height = 0] = (/viewBox="(\S+) (\S+) (\S+) (\S+)"/.exec(light) ?? []).map(Number)
    const boxes = [...light.matchAll(/<rect x="(\S+)" y="(\S+)" width="(\S+)" height="(\S+)"/g)].map((found) =>
      found.slice(1).map(Number),
    )
    const outside = boxes.filter(([left = 0, top = 0, wide = 0, high = 0]) => {
      return left < x || top < y || left + wide > x + width || top + high > y + height
    })
    expect(outside).toEqual([])
    const words = light.replace(/<[^>]*>/g, ' ')
    const short = Object.values(drawn.nodes).filter((node) => node.kind !== 'note' && node.name.length < 20)
    expect(
      short.filter((node) => !words.includes(node.name.replaceAll('&', '&#38;').replaceAll("'", '&#39;'))),
    ).toEqual([])
  }
})

const HOSTILE = '"/><script>alert(1)</script> & \u202e ]]> ``` | # _x_ [a](javascript:b) <img src=x onerror=y>'

test('what people wrote becomes neither markup of the picture nor of the page', () => {
  const hostile = flow(HOSTILE.slice(0, 60))
    .describe(HOSTILE)
    .start('a')
    .agent('a', { name: HOSTILE, prompt: `${HOSTILE}\n\`\`\`\n# Not a heading` })
    .node('note', 'n', { text: HOSTILE })
    .node('unheard-of', 'u', { name: HOSTILE })
    .handoff('a', 'a', { condition: HOSTILE })
    .edge('handoff', { from: 'a', to: 'u', port: 'handoffs' }, { condition: HOSTILE })
    .variable('x', { description: HOSTILE })
    .build()
  const svg = flowToSvg(hostile)
  expect([isWellFormed(svg), svg.includes('<script'), svg.includes('\u202e')]).toEqual([true, false, false])
  const page = flowToMarkdown(hostile)
  const outside = page.replace(/^(`{3,})\w*\n[\s\S]*?\n\1$/gm, '')
  expect(outside.match(/(?<!\\)<|(?<!\\)\[|^# Not/gm)).toBeNull()
  expect([...outside.matchAll(/^(#+) /gm)].map(([, marks]) => marks)).toEqual([
    '#',
    '##',
    '###',
    '###',
    '###',
    '##',
    '##',
  ])
})

test('the page of a flow says who takes part, what each is told, hand-offs, tools with arguments, variables', () => {
  const parameters = {
    type: 'object',
    properties: { order: { type: 'string', description: 'Its number' } },
    required: ['order'],
  }
  const desk = flow('Desk')
    .describe('Helps customers')
    .start('a')
    .agent('a', { name: 'Triage', prompt: 'You sort.\nBe kind.' })
    .agent('b', { name: 'Refunds' })
    .httpTool('t', { name: 'Look up', description: 'Finds an order', url: 'https://a.example/{order}', parameters })
    .handoff('a', 'b', { condition: 'wants money' })
    .use('b', 't')
    .variable('vip', { type: 'boolean', default: false, description: 'Pays more' })
    .settings({ language: 'en', starters: ['I was charged twice'] })
    .build()
  const page = flowToMarkdown(desk)
  expect(page.replace(/```mermaid[\s\S]*?```/, 'CHART')).toBe(`# Desk

> Helps customers

CHART

## What one could say first

- I was charged twice

## Who takes part

### Start

*Start*: Where a new conversation begins.

- Next to **Triage**

### Triage

*Agent*: ${/\*Agent\*: (.*)/.exec(page)?.[1] ?? ''}

**Instruction**

\`\`\`text
You sort.
Be kind.
\`\`\`

- Hand-off to **Refunds**: wants money

### Refunds

*Agent*: ${/\*Agent\*: (.*)/.exec(page)?.[1] ?? ''}

- Use to **Look up**

## Tools

### Look up

*HTTP tool*: One HTTP request as a tool.

**What it does**: Finds an order

**Address**: https://a.example/{order}

**Arguments**

| Name | Type | Required | What it is |
| --- | --- | --- | --- |
| \`order\` | string | yes | Its number |

## Variables

| Name | Type | At the start | What it is |
| --- | --- | --- | --- |
| \`{vip}\` | boolean | \`false\` | Pays more |

## Settings

- language: en
`)
})
