import { expect, test } from 'vitest'
import { flow } from '../../testing/flow-builder'
import { renameVariable } from './rename-variable'

const drawn = (who: string) =>
  flow('Desk')
    .variable('tries', { type: 'number' })
    .variable(who, { default: 'nobody' })
    .start('a')
    .agent('a', { name: 'Front', prompt: `Serve {${who}}, not {{who}} nor {whose}. {"a": {${who}}}` })
    .agent('b', { name: 'Back', prompt: 'who' })
    .node('condition', 'c', { branches: [{ name: 'who', when: `\${${who}} == 'who'` }] })
    .node('set-variables', 'v', {
      set: [
        { name: who, value: `\${${who}} + '{who}'` },
        { name: 'other', value: `{${who}}` },
      ],
    })
    .node('map', 'm', { items: `\${${who}}`, message: `{${who}}: {item}`, results: who, item: 'item' })
    .httpTool('price', { url: 'http://127.0.0.1/{who}', body: '{who}' })
    .use('a', 'price')
    .handoff('a', 'b', { condition: `{${who}} wants money back`, available: who })
    .handoff('b', 'a', { by: 'context', condition: `\${${who}} == "who" and \${tries} > 2` })
    .build()

test('a variable is renamed in prompts, conditions and expressions, and nowhere else', () => {
  expect(renameVariable(drawn('who'), 'who', 'customer')).toEqual(drawn('customer'))
  expect(Object.keys(renameVariable(drawn('who'), 'who', 'customer').settings['variables'] ?? {})).toEqual([
    'tries',
    'customer',
  ])
})

test('every spelling in an expression is renamed, and written as Baton writes it', () => {
  const written = (when: string, available: string) =>
    flow('Desk')
      .variable('who', {})
      .start('a')
      .agent('a')
      .agent('b')
      .handoff('a', 'b', { by: 'context', condition: when, available })
      .afterWork('b', 'a', { when })
      .build()
  const renamed = renameVariable(written('{who} == "who" or not who', '{who}'), 'who', 'customer')
  const wanted = written('${customer} == "who" or not ${customer}', '${customer}')
  expect(renamed.edges).toEqual(wanted.edges)
})

test('what observers keep in a variable follows it: by the name of the slot, or by one that was given; so does their question', () => {
  const watched = (name: string, variables: { [slot: string]: string }) =>
    flow('Desk')
      .variable(name, {})
      .start('a')
      .agent('a')
      .observer('o', {
        type: 'collect',
        prompt: `{${name}} {reply}`,
        slots: { type: 'object', properties: { who: { type: 'string' }, city: { type: 'string' } } },
        variables,
      })
      .observe('a', 'o')
      .build()
  const renamed = (variables: { [slot: string]: string }) =>
    renameVariable(watched('who', variables), 'who', 'customer')
  expect(renamed({})).toEqual(watched('customer', { who: 'customer' }))
  expect(renamed({ city: 'who', who: '' })).toEqual(watched('customer', { city: 'customer', who: '' }))
})

test('each prompt of several is a template, also where a kind keeps them in one field', () => {
  const planned = (who: string) =>
    flow('Desk')
      .variable(who, {})
      .start('p')
      .node('rewoo', 'p', {
        prompts: { planner: `Plan for {${who}}.`, solver: `{${who}} asks {question}, not {{who}}`, replan: 'who' },
        description: `Serves {${who}}`,
      })
      .build()
  expect(renameVariable(planned('who'), 'who', 'customer').nodes).toEqual(planned('customer').nodes)
})

test('an intent and the name of a tool are no templates, and a structured output is kept under the new name', () => {
  const drawnWith = (who: string) =>
    flow('Desk')
      .variable(who, {})
      .start('g')
      .node('task-graph', 'g')
      .node('message-worker', 'm', { output: { schema: { type: 'object', properties: {} }, variable: who } })
      .edge('intent', { from: 'g', to: 'm' }, { intent: '{who} wants cake' })
      .build()
  expect(renameVariable(drawnWith('who'), 'who', 'customer')).toEqual(drawnWith('customer'))
})

test('what is not declared, or taken, changes nothing', () => {
  const before = drawn('who')
  expect(renameVariable(before, 'whom', 'customer')).toBe(before)
  expect(renameVariable(before, 'who', 'tries')).toBe(before)
})
