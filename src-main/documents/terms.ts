/** Words as documents are searched by them: stems in English and Russian, pairs of characters in Chinese, no stop words. */
import { stem } from '../models/rehearsal-words'

const list = (text: string) => text.split(/\s+/).filter((word) => word !== '')

/** Words that every document has and that say nothing about it. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  list(`
  a an the this that these those and or but if then so as of in on at to from by for with about into is am are was were be been being
  i you he she it we they me him her us them my your his its our their do does did has have had will would shall should can could may might must
  what which who whom whose when where why how not no yes please there here any some also just very
  и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по ее её мне было вот от меня о из ему ли если уже или ни быть
  был была были до вас вам нас нам для при это этот эта эти тот та те мой моя ваш ваша наш какой какая какие какое который где там тут чтобы
  когда кто можно есть пожалуйста
  的 了 吗 呢 吧 是 在 和 与 我 你 他 她 们 请 问 什么 怎么 可以 请问 我们 你们 一下 这个 那个 如何 是否`),
)

/** Runs of letters and digits with their marks and apostrophes. */
const RUNS = /[\p{L}\p{N}\p{M}'’]+/gu
const HAN = /\p{Script=Han}/u

/** The searchable pieces of a text, in order, with repeats. */
export function splitTerms(text: string): string[] {
  const runs = text.normalize('NFKC').toLowerCase().match(RUNS) ?? []
  return runs.flatMap((run) => (isHan(run) ? run.split(/(\p{Script=Han}+)/u).flatMap(piecesOf) : piecesOf(run)))
}

function piecesOf(run: string): string[] {
  if (run === '') return []
  return isHan(run) ? pairsOf(run) : [run.replaceAll('’', "'").replace(/^'+|'+$/g, '')]
}

/** How a piece is kept in the index; null for a stop word. */
export function toTerm(piece: string): string | null {
  if (piece === '' || STOP_WORDS.has(piece)) return null
  return isHan(piece) ? piece : stem(piece).slice(0, 64)
}

/** Whether a term is Chinese, where a similar spelling means something else. */
export function isHan(term: string): boolean {
  return HAN.test(term)
}

/** Chinese has no spaces: every pair of neighbours counts, and a character that stands alone by itself. */
function pairsOf(run: string): string[] {
  const characters = [...run]
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, at) => `${characters[at] ?? ''}${character}`)
}
