/** What of a request may be secret, and the names that it gets in the place of its value. */
import { looksSecret } from '../../flow/secret-names'

/** Headers and fields that servers take keys from; some words with `key` in them are none. */
const SECRET_WORD =
  /auth|token|secret|passw|passphrase|^pwd$|api[-_]?key|apikey|access[-_]?key|private[-_]?key|^key$|[-_]key$|cookie|session|credential|signature|^sig$|^appid$|csrf|xsrf|jwt|bearer/i
const NO_SECRET_WORD =
  /^(idempotency-key|x-idempotency-key|sort[-_]?key|primary[-_]?key|max[-_]?(new[-_]|completion[-_]|output[-_])?tokens?|token[-_]?count|author|authors|tokens)$/i

/** Whether a header or a field is one for keys, by its name. */
export function isSecretName(name: string): boolean {
  return SECRET_WORD.test(name) && !NO_SECRET_WORD.test(name)
}

/** Whether a text is a key by its looks. Ids in lower case are none. */
export function isSecretText(text: string): boolean {
  if (looksSecret(text)) return true
  return text
    .split(/[^A-Za-z0-9]+/)
    .some((word) => word.length >= 20 && /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d/.test(word))
}

/** What pages of APIs write where a key belongs. */
const PLACEHOLDER =
  /^<.*>$|^\[.*\]$|^\{+.*\}+$|\byour\b|your[-_]|^x{3,}$|^\*+$|^\.{3}$|^(…)$|^(token|key|secret|password|api[-_]?key)$/i

function isPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text.trim())
}

export type SecretVault = {
  /** Keeps a value under a name, and gives the name; empty or a placeholder: it is to be stored by the person. */
  keep: (wanted: string, value: string) => string
  /** By name. */
  secrets: () => { [name: string]: string }
}

export function createSecretVault(): SecretVault {
  const kept = new Map<string, string>()
  return {
    keep(wanted, given) {
      const value = isPlaceholder(given) ? '' : given
      const base = secretNameOf(wanted)
      let name = base
      for (let number = 2; kept.has(name) && kept.get(name) !== value; number += 1) name = `${base}_${number}`
      kept.set(name, value)
      return name
    },
    secrets: () => Object.fromEntries(kept),
  }
}

/** In the manner of variables; short enough for a number after it. */
function secretNameOf(text: string): string {
  const name = text
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toUpperCase()
    .slice(0, 50)
  return /^[A-Z]/.test(name) ? name : `SECRET_${name}`
}

/** `OPENAI` of `api.openai.com`: the beginning of the names of a host's secrets. */
export function hostWord(url: string): string {
  const host = URL.canParse(url) ? new URL(url).hostname : ''
  if (/^[\d.:[\]]+$/.test(host)) return 'HOST'
  const labels = host.split('.').filter((label) => !/^(www|api|com|org|net|io|dev|app|co|ai)$/.test(label))
  return labels.at(-1) ?? labels[0] ?? 'HOST'
}
