/** Rough token counts, by which histories are cut to a budget (shared rule 6.7: history before instructions). */

/** Characters per token of Latin text, of other alphabets, and of Chinese, Japanese and Korean. */
const LATIN = 4
const ALPHABETS = 3
const IDEOGRAPHS = 1.5

/** Pixels that take a token, the most tokens that a picture takes, and the least, as the providers publish them. */
const PIXELS = 750
const MOST_OF_A_PICTURE = 1600
const LEAST_OF_A_PICTURE = 85

/** About how many tokens a picture takes. Servers make larger ones smaller. */
export function estimatePictureTokens({ width, height }: { width: number; height: number }): number {
  return Math.min(MOST_OF_A_PICTURE, Math.max(LEAST_OF_A_PICTURE, Math.ceil((width * height) / PIXELS)))
}

/** What is written in another alphabet than the Latin one. A string of Latin letters alone is not even looked through for it. */
const OTHER_ALPHABETS = /[\u0250-\u1fff\u2070-\uffff]/

/** About how many tokens a text takes; good enough to keep within a context, never to bill. */
export function estimateTokens(text: string): number {
  if (!OTHER_ALPHABETS.test(text)) return Math.ceil(text.length / LATIN)
  let alphabets = 0
  let ideographs = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code < 0x0250 || (code >= 0x2000 && code < 0x2070)) continue
    if (code < 0x1100) alphabets += 1
    else ideographs += 1
  }
  const latin = text.length - alphabets - ideographs
  return Math.ceil(latin / LATIN + alphabets / ALPHABETS + ideographs / IDEOGRAPHS)
}
