/** What a text of one's own has lost of a prompt's slots, and putting it back. */
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../flow/records'
import { missingSlots } from '../templates/template'
import { builtInPrompts, KEPT_SLOTS, PROMPT_SLOTS, VITAL_SLOTS, type PromptName } from './index'
import { lostSlots, putSlotsBack, slotWords } from './lost-slots'

const PROMPTS = Object.keys(PROMPT_SLOTS).filter((name): name is PromptName => Object.hasOwn(KEPT_SLOTS, name))
const KEEPING = PROMPTS.filter((name) => KEPT_SLOTS[name].length > 0)

describe('what a text has lost', () => {
  it('is an error only for who picks without a list and who plans without tools', () => {
    expect(PROMPTS.filter((name) => lostSlots(name, 'Bare words.')?.isVital === true)).toEqual([
      'intentCheck',
      'defaultWorker',
      'swarmManager',
      'rewooPlanner',
    ])
    const oneList = lostSlots('defaultWorker', 'Pick: {workers_name} {formatted_chat}')
    expect(oneList).toEqual({ slots: ['workers_info'], isVital: false })
  })

  it('is nothing for an empty text, which means the built-in one, and for a slot that need not stay', () => {
    expect(PROMPTS.filter((name) => lostSlots(name, '  ') !== null)).toEqual([])
    expect(lostSlots('switchCheck', 'Is it about {description}?')).toBeNull()
  })

  it('can be lost: what is vital is kept, what is kept is a slot', () => {
    for (const name of PROMPTS) {
      const kept: readonly string[] = KEPT_SLOTS[name]
      const slots: readonly string[] = PROMPT_SLOTS[name]
      expect(kept.filter((slot) => !slots.includes(slot))).toEqual([])
      expect((VITAL_SLOTS[name] ?? []).filter((slot) => !kept.includes(slot))).toEqual([])
    }
  })
})

describe.each(LANGUAGES)('put back (%s)', (language) => {
  it.each(KEEPING)('every lost slot of %s, each once, and nothing that was written is touched', (name) => {
    const own = 'Be brief.\n\nThe prices are {{fixed}}, {unknown} too.'
    const back = putSlotsBack(name, own, language)
    expect(lostSlots(name, back)).toBeNull()
    expect(back.startsWith(own)).toBe(true)
    for (const slot of KEPT_SLOTS[name]) expect(back.split(`{${slot}}`)).toHaveLength(2)
    expect(putSlotsBack(name, back, language)).toBe(back)
  })

  it.each(KEEPING)('what one slot of the built-in %s was, wherever it stood', (name) => {
    const builtIn = builtInPrompts(language).prompts[name]
    for (const slot of KEPT_SLOTS[name]) {
      const without = builtIn.replaceAll(`{${slot}}`, '')
      const back = putSlotsBack(name, without, language)
      expect(missingSlots(back, PROMPT_SLOTS[name])).toEqual([])
    }
  })
})

describe('the place', () => {
  it('is that of the built-in prompt: behind the slot before it, or before the one behind it', () => {
    const own = 'Watch them.\n\nSo far:\n{history}\n\nDo they get on?'
    expect(putSlotsBack('observerQuestion', own, 'en')).toBe(
      'Watch them.\n\nWhat the helper is for: {description}\n\nSo far:\n{history}\n\n' +
        "The helper's latest words:\n===\n{reply}\n===\n\nDo they get on?",
    )
  })

  it('is the end of a text that has no slot, with the sentence that leads to it', () => {
    expect(putSlotsBack('rewooModelStep', 'Work it out.', 'en')).toMatch(/^Work it out\.\n\n[^]*\{input\}[^]*$/)
    expect(putSlotsBack('defaultWorker', '{workers_info} {formatted_chat} Who?', 'en')).toBe(
      '{workers_info} {formatted_chat} Who?\n\nAnswer with exactly one of these names, word for word, and nothing else: {workers_name}',
    )
  })
})

it('slots are read as a list', () => {
  expect([slotWords(['a']), slotWords(['a', 'b']), slotWords(['a', 'b', 'c'])]).toEqual([
    '{a}',
    '{a} and {b}',
    '{a}, {b} and {c}',
  ])
})
