/** What completes in templates and in expressions, and what it takes the place of. */
import { describe, expect, it } from 'vitest'
import { begunAt, choicesFor, type WrittenLanguage } from './completion'

const names = [
  { name: 'retries', about: 'number · 2', description: '' },
  { name: 'tries', about: 'number · 1', description: 'How often' },
]

/** Completes where `|` stands; answers with the texts that it could become; null: nothing is begun there. */
function texts(written: string, language: WrittenLanguage, isAsked = false): string[] | null {
  const cursor = written.indexOf('|')
  const text = written.replace('|', '')
  const begun = begunAt(text, cursor, { language, isAsked })
  if (begun === null) return null
  return choicesFor(begun, { names, language }).map(
    (one) => text.slice(0, begun.from) + one.text + text.slice(begun.to),
  )
}

describe('in a template', () => {
  it('a brace offers names as they are written there, and a closed one is not doubled', () => {
    expect(texts('You tried {|', 'template')).toEqual(['You tried {retries}', 'You tried {tries}'])
    expect(texts('You {tr|} now', 'template')).toEqual(['You {tries} now', 'You {retries} now'])
    expect(texts('costs ${tr|', 'template')).toEqual(['costs ${tries}', 'costs ${retries}'])
  })

  it('a doubled brace and a word are left alone', () => {
    expect([texts('{{|', 'template'), texts('tries|', 'template'), texts('{ "a|', 'template')]).toEqual([
      null,
      null,
      null,
    ])
  })
})

describe('in what may be either', () => {
  it('the dollar sign decides, and words are left alone', () => {
    expect(texts('{tri|', 'either')).toEqual(['{tries}', '{retries}'])
    expect(texts('${tri|} + 1', 'either')).toEqual(['${tries} + 1', '${retries} + 1'])
    expect(texts('tri|', 'either')).toBeNull()
  })
})

describe('in an expression', () => {
  it('every spelling completes to the one that Baton writes', () => {
    for (const written of ['tri|', '{tri|', '${tri|', '${tri|}', '${|}'])
      expect(texts(`${written} > 2`, 'expression')).toContain('${tries} > 2')
    expect(texts('1 < 2 and tri|', 'expression')).toEqual(['1 < 2 and ${tries}', '1 < 2 and ${retries}'])
  })

  it('offers the words of the language, and signs where somebody asks', () => {
    expect(texts('${tries} an|', 'expression')).toEqual(['${tries} and'])
    expect(texts('${tries} and|', 'expression')).toEqual([])
    expect(texts('le|', 'expression')).toEqual(['len('])
    expect(texts('${tries} |', 'expression')).toBeNull()
    expect(texts('${tries} |', 'expression', true)).toContain('${tries} >=')
  })

  it('completes nothing within a text in quotes, nor in a number', () => {
    expect(texts('${city} == "tri|', 'expression')).toBeNull()
    expect(texts('${city} == "it\'s" and tri|', 'expression')).toHaveLength(2)
    expect(texts("'a \\' tri|", 'expression')).toBeNull()
    expect(texts('1tri|', 'expression')).toBeNull()
  })
})
