/** Stems of English words, cut further than documents need: `translator`, `translation` and `translates` are one tool. */

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

/** The stem of one word of lower-case letters a to z. */
export function stemEnglish(word: string): string {
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
