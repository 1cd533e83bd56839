/** Lexical matching for the rehearsal model: which of several named and described things a message is about, if any. English, Russian and Chinese. */
import { stem } from '../../src-shared/terms/stems'
import { splitWords, STOP_WORDS } from '../../src-shared/terms/stop-words'
import { pairsOf } from '../../src-shared/terms/terms'

/** Something a message may be about. */
export type Topic = { name: string; description: string }

/** What a message is compared by: stems of words, pairs of Chinese characters; `weak` ones never decide alone. */
type Term = { stem: string; isWeak: boolean }

/** What a message is about stands at its beginning; the rest would only cost time. */
const LONGEST_MESSAGE = 2000

/** What people say around what they want, and descriptions around what something does. */
const SMALL_TALK = splitWords(`
  over under up down out off mine yours done doing having
  ok okay none true false self other others thank thanks hello hi hey greetings good morning evening day bye goodbye welcome
  let lets want wants wanted like likes need needs ask asks asked asking tell tells told say says said speak talk talks
  use used uses using user users guest guests customer customers person people someone something anything everything thing things
  now right really too all each every again more most much many lot im ive id ll re ve s t d m
  one two three four five six seven eight nine ten dont doesnt cant tool tools agent assistant dialog conversation message messages call called calls
  только еще ещё нет теперь даже ну вами мои мое моё твой здесь хочу хочет хотел хотела нужно надо могу может
  привет здравствуйте здравствуй добрый добрая утро вечер день спасибо скажи скажите расскажи используется пользователь
  пользователя гость гостя клиент инструмент просит спрашивает сейчас очень
  我想 想要 我要 他们 能不 不能 一个 你好 您好 谢谢 用于 用来 用户 客户 客人 工具 现在 如果 的时 时候 帮我 请帮`)

const WEAK_WORDS = splitWords(`
  get gets make makes making fill fills filling set sets run runs find finds give gives take takes show shows help helps know knows
  current date day new information info data answer answers handle handles start open work works problem question questions
  получить сделать заполнить найти дать показать помощь помочь знать текущий новый информация данные ответ вопрос проблема`)

const STOP_STEMS: ReadonlySet<string> = new Set([...STOP_WORDS, ...SMALL_TALK].map(stem))
const WEAK_STEMS: ReadonlySet<string> = new Set(WEAK_WORDS.map(stem))

/** The distinct terms of a text that say what it is about. */
function termsOf(text: string): Term[] {
  const seen = new Map<string, Term>()
  const plain = text
    .normalize('NFKC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll('’', "'")
  for (const word of plain.match(/\p{Script=Han}+|[\p{L}\p{N}']+/gu) ?? []) {
    for (const piece of pieces(word)) {
      if (STOP_STEMS.has(piece) || /^\p{N}*$/u.test(piece)) continue
      seen.set(piece, { stem: piece, isWeak: WEAK_STEMS.has(piece) })
    }
  }
  return [...seen.values()]
}

/** The terms of one run of letters. Chinese has no spaces: every pair of neighbours counts, a single character does not. */
function pieces(run: string): string[] {
  return run.split(/(\p{Script=Han}+)/u).flatMap((part) => {
    if (part === '') return []
    if (!/\p{Script=Han}/u.test(part)) return [stem(part)]
    return [...part].length === 1 ? [] : pairsOf(part)
  })
}

/** The words of a tool's name; of a hand-off's only the target. */
function nameTerms(name: string): Term[] {
  const handOff = /^transfer_.*?_to_(.+)$/i.exec(name)
  return termsOf((handOff?.[1] ?? name).replace(/[_\W]+/gu, (run) => (/\p{L}/u.test(run) ? run : ' ')))
}

type Score = { at: number; score: number }

/** Whether a message is about anything: a mere greeting is not. */
export function isAboutSomething(message: string): boolean {
  return termsOf(message.slice(0, LONGEST_MESSAGE)).some((term) => !term.isWeak)
}

/** The positions of the topics that a message is clearly about, best first; equals keep their order. Empty for a mere greeting. */
export function rankTopics(message: string, topics: readonly Topic[]): number[] {
  const asked = termsOf(message.slice(0, LONGEST_MESSAGE))
  const strong = asked.filter((term) => !term.isWeak).length
  if (strong === 0) return []
  const known = topics.map(({ name, description }) => ({
    names: new Set(nameTerms(name).map((term) => term.stem)),
    words: new Set(termsOf(description).map((term) => term.stem)),
  }))
  const spread = (term: Term) =>
    known.filter((topic) => topic.names.has(term.stem) || topic.words.has(term.stem)).length
  const weighed = asked.map((term) => ({ ...term, weight: (term.isWeak ? 0.25 : 1) / Math.max(1, spread(term)) }))
  const scores = known.flatMap(({ names, words }, at): Score[] => {
    const named = weighed.filter((term) => names.has(term.stem))
    const described = weighed.filter((term) => words.has(term.stem))
    const strongNamed = named.filter((term) => !term.isWeak).length
    const strongDescribed = described.filter((term) => !term.isWeak).length
    const isClear = strongNamed > 0 || strongDescribed >= 2 || strongDescribed / strong >= 1 / 4
    if (!isClear) return []
    const score = [...named, ...named, ...described].reduce((sum, term) => sum + term.weight, 0)
    return [{ at, score }]
  })
  return scores.sort((a, b) => b.score - a.score || a.at - b.at).map(({ at }) => at)
}

/** Whether a message contains everything that an answer says; never for answers such as yes, no or none. */
export function containsAnswer(message: string, answer: string): boolean {
  const asked = new Set(termsOf(message.slice(0, LONGEST_MESSAGE)).map((term) => term.stem))
  const terms = termsOf(answer)
  return terms.length > 0 && terms.every((term) => asked.has(term.stem))
}

/** The arithmetic in a message, such as `2 + 3 * 4` or `7 plus 8`; null where there is none. */
export function findArithmetic(message: string): string | null {
  const plain = message
    .slice(0, LONGEST_MESSAGE)
    .replace(/×|·/g, '*')
    .replace(/÷/g, '/')
    .replace(/(?<=\d)\s*x\s*(?=\d)/gi, ' * ')
    .replace(/\s+(?:plus|плюс)\s+/gi, ' + ')
    .replace(/\s+(?:minus|минус)\s+/gi, ' - ')
    .replace(/\s+(?:times|multiplied by|умножить на)\s+/gi, ' * ')
    .replace(/\s+(?:divided by|разделить на|делить на)\s+/gi, ' / ')
  for (const [found] of plain.matchAll(/(?:[(-]\s*)*\d[\d\s().,+\-*/^%]*/g)) {
    const expression = found.replace(/[\s.,+\-*/^(]+$/, '').trim()
    const isDate = /^\d{1,4}([-/.])\d{1,2}\1\d{1,4}$/.test(expression)
    const isPhone = /^\d[\d ]*(?:-\d{2,4})+$/.test(expression) && expression.replace(/\D/g, '').length >= 7
    if (/[\d)]\s*[-+*/^%]\*?\s*[-(]*\d/.test(expression) && !isDate && !isPhone) return expression
  }
  return null
}
