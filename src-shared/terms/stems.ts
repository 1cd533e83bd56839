/** Stems of English and Russian words, so that forms of one word meet. */
import { splitWords } from './stop-words'

const RUSSIAN_ENDINGS = splitWords(`
  иями ями ами ется ится ются ятся аться яться иться еться ешься ишься ого его ому ему ыми ими иях ать ять ить еть ешь ишь ете ите ала ила
  ала яла ал ял ил ах ях ов ев ей ий ый ой ая яя ое ее ие ые ую юю ам ям ом ем ия ию ии ет ют ит ат ят ут ся сь ть ла ло ли а я о е ы и у ю ь`).sort(
  (a, b) => b.length - a.length,
)

/** The stem of one lower-case word, good enough to bring `orders`, `ordering` and `order` together. */
export function stem(word: string): string {
  if (/[а-яё]/.test(word)) return russianStem(word)
  return /^[a-z']+$/.test(word) ? englishStem(word) : word
}

function englishStem(word: string): string {
  let base = word.replace(/'s?$/, '').replaceAll("'", '')
  if (base !== 'news' && /[^su]s$/.test(base) && !/is$/.test(base) && base.length > 3)
    base = base.replace(/ies$/, 'y').replace(/s$/, '')
  const cut = base.replace(/(ing|ed)$/, '')
  if (cut !== base && cut.length >= 3 && /[aeiouy]/.test(cut)) base = cut.replace(/([bdfgmnprt])\1$/, '$1')
  return base.length > 3 ? base.replace(/e$/, '').replace(/y$/, 'i') : base
}

function russianStem(word: string): string {
  const base = word.replaceAll('ё', 'е')
  const ending = RUSSIAN_ENDINGS.find((candidate) => base.endsWith(candidate) && base.length - candidate.length >= 3)
  return ending === undefined ? base : base.slice(0, -ending.length)
}

/** Endings, longest family first: what goes, what comes in its place, and how many letters must stay before it. */
const ENDINGS: readonly (readonly [string, string, number])[] = [
  ['ational', 'ate', 3],
  ['ization', 'ize', 3],
  ['isation', 'ize', 3],
  ['ation', 'ate', 3],
  ['ition', 'ite', 4],
  ['tion', 't', 3],
  ['sion', 's', 3],
  ['ement', 'e', 4],
  ['ment', '', 4],
  ['ings', '', 3],
  ['ing', '', 3],
  ['ied', 'y', 3],
  ['ed', '', 3],
  ['ers', '', 4],
  ['er', '', 4],
  ['or', '', 5],
  ['ly', '', 4],
  ['ness', '', 4],
  ['ability', '', 4],
  ['ible', '', 4],
  ['able', '', 4],
  ['al', '', 4],
  ['ive', '', 4],
  ['ful', '', 4],
]

/** A stem cut further, of one word of lower-case letters a to z: `translator`, `translation` and `translates` are one. */
export function deepStem(word: string): string {
  const base = withoutEnding(withoutPlural(word))
  return base.length > 3 ? base.replace(/e$/, '').replace(/y$/, 'i') : base
}

function withoutPlural(word: string): string {
  if (word.length <= 3) return word
  if (/ies$/.test(word) && word.length > 4) return word.replace(/ies$/, 'y')
  if (/(sses|shes|ches|xes|zes)$/.test(word)) return word.slice(0, -2)
  return /[^usi]s$/.test(word) ? word.slice(0, -1) : word
}

function withoutEnding(word: string): string {
  for (const [ending, instead, least] of ENDINGS) {
    if (!word.endsWith(ending) || word.length - ending.length < least) continue
    const rest = word.slice(0, -ending.length)
    if (/[aeiouy]/.test(rest)) return (rest + instead).replace(/([bdfgmnprt])\1$/, '$1')
  }
  return word
}
