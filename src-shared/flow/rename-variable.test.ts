import { expect, test } from 'vitest'
import { flow } from '../testing/flow-builder'
import { renameVariable } from './rename-variable'

const drawn = (who: string) =>
  flow('Desk')
    .variable('tries', { type: 'number' })
    .variable(who, { default: 'nobody' })
    .start('a')
    .agent('a', { name: 'Front', prompt: `Serve {${who}}, not {{who}} nor {whose}. {"a": {${who}}}` })
    .agent('b', { name: 'Back', prompt: 'who' })
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

test('what is not declared, or taken, changes nothing', () => {
  const before = drawn('who')
  expect(renameVariable(before, 'whom', 'customer')).toBe(before)
  expect(renameVariable(before, 'who', 'tries')).toBe(before)
})
