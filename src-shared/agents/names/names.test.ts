import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dialogCode, dialogToolName, handoffToolNames, isToolName, modelNames, toolNamePart } from './names'

const nodeName = fc.string({ unit: 'grapheme', maxLength: 120 })

describe('toolNamePart', () => {
  it.each([
    ['Triage', 'Triage'],
    ['Technical  help (2)', 'Technical_help_2_'],
    ['a__b-c', 'a_b_c'],
    ['Щука ЩУКА подъезд Юля', 'Shchuka_SHCHUKA_podezd_Yulya'],
    ['Ёж й', 'Yozh_y'],
    ['Café Øre', 'Cafe_Ore'],
  ])('%s -> %s', (name, expected) => {
    expect(toolNamePart(name)).toBe(expected)
  })

  it('keeps names of other scripts apart and never empty', () => {
    const parts = ['退款', '客服', 'Order 退款', 'Order 客服', '🙂', '🙃', '', '___'].map((name) => toolNamePart(name))
    expect(new Set(parts).size).toBe(8)
    expect(parts.every((part) => /[A-Za-z0-9]/.test(part) && isToolName(part))).toBe(true)
  })

  it('takes another transliteration', () => {
    expect(toolNamePart('退款', (text) => text.replace('退款', 'TuiKuan'))).toBe('TuiKuan')
  })
})

describe('handoffToolNames', () => {
  it('numbers repeats in order (NC-2)', () => {
    const targets = ['agent2', 'agent2', 'Возвраты', 'agent2', 'nested_chat_agent1_1']
    const names = handoffToolNames(
      'agent1',
      targets.map((targetName, index) => ({ edgeId: `e${index}`, targetName })),
    )
    expect([...names]).toEqual([
      ['e0', 'transfer_agent1_to_agent2'],
      ['e1', 'transfer_agent1_to_agent2_2'],
      ['e2', 'transfer_agent1_to_Vozvraty'],
      ['e3', 'transfer_agent1_to_agent2_3'],
      ['e4', 'transfer_agent1_to_nested_chat_agent1_1'],
    ])
  })

  it('a name of its own goes first, and made names keep off it; one that cannot be used does not count', () => {
    const targets = ['B', 'B', 'B', 'B', 'B'].map((targetName, index) => {
      const ownName = [undefined, 'transfer_A_to_B', 'ask b', 'ask_b', 'ask_b'][index]
      return { edgeId: `e${index}`, targetName, ...(ownName === undefined ? {} : { ownName }) }
    })
    const names = handoffToolNames('A', targets)
    expect(targets.map(({ edgeId }) => names.get(edgeId))).toEqual([
      'transfer_A_to_B_2',
      'transfer_A_to_B',
      'transfer_A_to_B_3',
      'ask_b',
      'transfer_A_to_B_4',
    ])
  })

  it('shortens with a stable hash and leaves room for the number', () => {
    const long = 'The very patient department of lost and found umbrellas'
    const targets = ['a', 'b', 'c'].map((edgeId) => ({ edgeId, targetName: long }))
    const names = [...handoffToolNames('Front desk', targets).values()]
    expect(names.map((name) => name.length)).toEqual([64, 64, 64])
    expect(names[1]).toBe(`${names[0]?.slice(0, 53)}${names[0]?.slice(55)}_2`)
    expect([...handoffToolNames('Front desk', targets).values()]).toEqual(names)
  })

  it('is always unique and safe for providers', () => {
    fc.assert(
      fc.property(nodeName, fc.array(nodeName, { maxLength: 12 }), (agent, targets) => {
        const edges = targets.map((targetName, index) => ({ edgeId: `e${index}`, targetName }))
        const names = [...handoffToolNames(agent, edges).values()]
        expect(new Set(names).size).toBe(targets.length)
        expect(names.every(isToolName)).toBe(true)
      }),
    )
  })
})

describe('dialog names', () => {
  it('are codes in capitals and tool names in small letters', () => {
    expect([dialogCode('Profile'), dialogToolName('Fill profile!')]).toEqual(['PROFILE', 'fill_profile'])
    expect([dialogCode('Заказ'), dialogToolName('Сделать заказ')]).toEqual(['ZAKAZ', 'sdelat_zakaz'])
  })

  it('are always safe for providers', () => {
    fc.assert(
      fc.property(nodeName, (name) => {
        expect([isToolName(dialogCode(name)), isToolName(dialogToolName(name))]).toEqual([true, true])
      }),
    )
  })
})

it('names of a source are fitted to what models take, each once; names that fit stay', () => {
  const long = 'x'.repeat(70)
  const names = modelNames(['fs.read', 'fs_read', 'fs/read', 'say', 'say', '读', long])
  expect(names.slice(0, 5)).toEqual(['fs_read_2', 'fs_read', 'fs_read_3', 'say', 'say_2'])
  expect(names.map(isToolName)).toEqual(names.map(() => true))
  expect(new Set(names).size).toBe(names.length)
})
