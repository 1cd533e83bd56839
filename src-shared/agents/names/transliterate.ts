/** How names are written in Latin letters: Cyrillic and accents as people write them, every other script by a library. */
import anyAscii from 'any-ascii'

/** Writes a text in Latin letters as well as it can; characters that are not letters may stay. */
export type Transliterate = (text: string) => string

const LETTERS: ReadonlyMap<string, string> = new Map(
  (
    'а:a б:b в:v г:g д:d е:e ё:yo ж:zh з:z и:i й:y к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ц:ts ч:ch ш:sh ' +
    'щ:shch ъ: ы:y ь: э:e ю:yu я:ya і:i ї:yi є:ye ґ:g ў:u ј:j љ:lj њ:nj ћ:c ђ:dj џ:dz ' +
    'ß:ss æ:ae œ:oe ø:o ł:l đ:d ð:d þ:th ı:i ħ:h ŋ:ng'
  )
    .split(' ')
    .map((pair): [string, string] => [pair.charAt(0), pair.slice(2)]),
)

/**
 * Cyrillic and the Latin letters with strokes by table (soft signs vanish), other accents dropped, case kept, the rest by
 * any-ascii. Letters that even it does not know become a short stable mark, so that two names never become the same one or none.
 */
export function transliterateBasic(text: string): string {
  const characters = [...text.normalize('NFC')]
  let written = ''
  let foreign = ''
  characters.forEach((character, index) => {
    const latin = toLatin(character, characters[index - 1], characters[index + 1])
    if (latin === null) foreign += character
    else {
      written += markOf(foreign) + latin
      foreign = ''
    }
  })
  return written + markOf(foreign)
}

/** One character in Latin letters; null for a letter or digit of a script that is not known here. */
function toLatin(character: string, before: string | undefined, after: string | undefined): string | null {
  const lower = character.toLowerCase()
  const known = LETTERS.get(lower)
  if (known !== undefined) return character === lower ? known : capitalise(known, before, after)
  const plain = character.normalize('NFKD').replace(/\p{M}+/gu, '')
  if (/^[\x20-\x7e]*$/.test(plain)) return plain
  return /[\p{L}\p{N}]/u.test(character) ? null : character
}

/** A capital that takes several Latin letters: all of them capitals inside a word of capitals, else only the first. */
function capitalise(latin: string, before: string | undefined, after: string | undefined): string {
  if (latin.length < 2) return latin.toUpperCase()
  const shouts = isCapital(after) || (isCapital(before) && !isSmall(after))
  return shouts ? latin.toUpperCase() : latin.charAt(0).toUpperCase() + latin.slice(1)
}

function isCapital(character: string | undefined): boolean {
  return character !== undefined && character !== character.toLowerCase()
}

function isSmall(character: string | undefined): boolean {
  return character !== undefined && character !== character.toUpperCase()
}

function markOf(foreign: string): string {
  if (foreign === '') return ''
  const latin = anyAscii(foreign)
  if (/[A-Za-z0-9]/.test(latin)) return latin
  let hash = 0
  for (let index = 0; index < foreign.length; index += 1) hash = (Math.imul(hash, 31) + foreign.charCodeAt(index)) | 0
  return `x${(hash >>> 0).toString(36)}`
}
