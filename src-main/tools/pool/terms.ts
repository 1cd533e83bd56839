/** How texts of tools and queries become terms: names are split, words stemmed, and what every request says is left out. */
import { deepStem } from '../../../src-shared/terms/stems'
import { splitWords, STOP_WORDS } from '../../../src-shared/terms/stop-words'
import { splitTerms, toTerm } from '../../../src-shared/terms/terms'

/** What people say around a request, and descriptions around what a tool does, beside the stop words of documents. */
const REQUEST_WORDS: ReadonlySet<string> = new Set(
  splitWords(`
  over under up down out off than between through during before after above below mine yours myself yourself itself done doing having being
  ought nor ok okay thank thanks hello hi hey dear too really each every both few more most much many other such own same only
  want wants wanted like likes need needs let lets know tell ask show give get got make find help look looking search use using used try trying able possible
  im ive id ill youre its dont doesnt cant couldnt isnt whats thats theres dear don doesn can couldn isn let
  something anything everything someone anyone thing things way ways lot lots bit kind sort etc
  tool tools app apps application plugin ai chatgpt chatbot assistant user users based various specific
  provide provides allow allows enable enables including include includes`),
)

/** Everything past this is not looked at: what a text is about stands at its beginning, and the rest would only cost time. */
const LONGEST_TEXT = 4_000

/** Signs that are said as words. */
const SIGNS: Readonly<Record<string, string>> = {
  '%': 'percent',
  '€': 'euro',
  $: 'dollar',
  '£': 'pound',
  '¥': 'yen',
  '₽': 'ruble',
}

/** The terms of a text in order, with repeats. `camelCase` and `snake_case` are several words. */
export function termsOf(text: string): string[] {
  const spaced = text
    .slice(0, LONGEST_TEXT)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll}{2})/gu, '$1 $2')
    .replace(/[%€$£¥₽]/gu, (sign) => ` ${SIGNS[sign] ?? ''} `)
  return splitTerms(spaced).flatMap((piece) => termOf(piece) ?? [])
}

function termOf(piece: string): string | null {
  const word = piece.replace(/'s$/, '').replaceAll("'", '')
  if (STOP_WORDS.has(word) || REQUEST_WORDS.has(word)) return null
  return /^[a-z]+$/.test(word) ? deepStem(word).slice(0, 64) : toTerm(word)
}
