import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../flow/records'
import { OBSERVER_TYPES, readObserverAnswer } from '../answers/observer-answer'
import { OTHERS, readIntent } from '../answers/intent-answer'
import { ALONE_WORDS } from '../answers/switch-answer'
import { missingSlots, renderTemplate, slotsOf } from '../templates/template'
import { wantsRetrieval } from '../answers/yes-no'
import {
  builtInPrompts,
  builtInText,
  formatNames,
  formatToolList,
  limitReason,
  NAMED_LIMITS,
  observerPromptName,
  KEPT_SLOTS,
  PROMPT_SLOTS,
  TEXT_SLOTS,
} from './index'
import type { PromptName, TextName } from './index'

function namesOf<Table extends object>(table: Table): Extract<keyof Table, string>[] {
  const names: Extract<keyof Table, string>[] = []
  for (const name in table) names.push(name)
  return names
}
const PROMPTS: PromptName[] = namesOf(PROMPT_SLOTS)
const TEXTS: TextName[] = namesOf(TEXT_SLOTS)

describe.each(LANGUAGES)('built-in prompts in %s', (language) => {
  const { prompts, texts, limits } = builtInPrompts(language)

  it('use exactly their slots, and so lose none that is kept', () => {
    const used = PROMPTS.map((name) => [name, slotsOf(prompts[name]).toSorted()])
    expect(used).toEqual(PROMPTS.map((name) => [name, [...PROMPT_SLOTS[name]].toSorted()]))
    expect(PROMPTS.flatMap((name) => missingSlots(prompts[name], KEPT_SLOTS[name]))).toEqual([])
    expect(TEXTS.map((name) => slotsOf(texts[name]))).toEqual(TEXTS.map((name) => TEXT_SLOTS[name]))
    expect(Object.entries(limits).map(([name, text]) => [name, slotsOf(text).toSorted()])).toEqual(
      namesOf(limits).map((name) => [name, NAMED_LIMITS.has(name) ? ['limit', 'name'] : ['limit']]),
    )
  })

  it('name the answers that are understood', () => {
    for (const word of Object.values(ALONE_WORDS)) expect(prompts.switchCheck).toContain(word)
    expect(prompts.switchCheck).toContain('===\n{message}\n===')
    expect([prompts.switchCheck, prompts.observerSteer].every((prompt) => prompt.includes('False'))).toBe(true)
    expect(prompts.observerCollect).toContain('JSON')
    expect(prompts.observerGuard).toContain('ok')
    const [yes, no] = { en: ['yes', 'no'], ru: ['да', 'нет'], zh: ['是', '否'] }[language]
    for (const type of ['finished', 'interest'] as const) {
      for (const word of [yes ?? '', no ?? '']) {
        expect(prompts[observerPromptName(type)]).toContain(word)
        expect(readObserverAnswer({ type }, word).unclear).toBe(false)
      }
    }
    expect([prompts.ragNeeded.includes(yes ?? ''), prompts.ragNeeded.includes(no ?? '')]).toEqual([true, true])
    expect([wantsRetrieval(yes ?? ''), wantsRetrieval(no ?? '')]).toEqual([true, false])
    expect(prompts.intentCheck).toContain(OTHERS)
    expect(readIntent(OTHERS, ['order'])).toEqual({ index: null, rule: 'others' })
  })

  it('ask for sources in the form in which they are cited', () => {
    for (const prompt of [prompts.ragWorker, prompts.searchWorker]) expect(prompt).toContain('[2][3]')
  })

  it('keep what a worker must know above and below the conversation, which is cut first', () => {
    expect(prompts.defaultWorker).toMatch(/\{workers_info\}[^]*\{formatted_chat\}[^]*\{workers_name\}/)
    expect(slotsOf(prompts.defaultWorkerDescription)).toEqual([])
  })

  it('say the same of an unknown tool in every language', () => {
    expect(builtInText(language, 'unknownTool', { name: 'fax' })).toBe('tool fax not found')
  })
})

describe('texts and lists', () => {
  it('fill their slots in one pass', () => {
    expect(builtInText('en', 'handedOver', { name: '{result} $&' })).toBe('The conversation was handed to {result} $&.')
    expect(builtInText('en', 'dialogResult', { code: 'PROFILE', result: { name: 'Ann' } })).toBe(
      'Result of the dialog PROFILE: {"name":"Ann"}',
    )
    expect(limitReason('en', 'hops', { limit: 20 })).toBe(
      'The turn ended because the conversation was handed on 20 times, which is its limit.',
    )
  })

  it('list tools one a line, and names without descriptions', () => {
    const tools = [
      { name: 'get_time', description: 'Tells\nthe time.' },
      { name: 'bare', description: '' },
    ]
    expect(formatToolList(tools)).toBe('- get_time: Tells the time.\n- bare')
    expect(LANGUAGES.map((language) => formatToolList([], language))).toEqual(['none', '无', 'нет'])
    expect([formatNames(['a', 'b']), formatNames([], 'ru')]).toEqual(['a, b', 'нет'])
  })

  it('know the prompt of every observer type', () => {
    const rendered = OBSERVER_TYPES.map((type) =>
      renderTemplate(builtInPrompts('en').prompts[observerPromptName(type)], { history: '{reply}', reply: 'R' }),
    )
    expect(rendered.every((prompt) => prompt.includes('so far:\n{reply}\n'))).toBe(true)
  })
})
