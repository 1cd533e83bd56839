/** What code in the place of a value needs outside of Baton, and what can be wrong with it as it is written. */
import { asMessage, message as sentence, type PlainText, type Sentence } from '../languages/translate'
import type { CodeValue } from '../flow/code-values'
import type { ConsentNeed, KindProblem } from './kind'
import { codeNeed, listedHostNeed } from './needs'

/** A host that code may reach: lower case; no port means the usual one of http and https. */
export type CodeHost = { hostname: string; port: string }

/** A host as it is written in a list: `api.example.com`, `127.0.0.1:8080`, `[::1]:8080`. Null: that is no host. */
export function readHost(text: string): CodeHost | null {
  const written = text.trim()
  if (written === '' || /[/?#@\\*\s]/.test(written) || !URL.canParse(`http://${written}`)) return null
  const { hostname } = new URL(`http://${written}`)
  return { hostname, port: /:(\d+)$/.exec(written)?.[1] ?? '' }
}

/** What code needs, by the name under which a person is asked for it; nothing where there is none. */
export function codeNeeds(value: CodeValue | null, name: string): ConsentNeed[] {
  if (value === null) return []
  const hosts = value.hosts.map(readHost).filter((host) => host !== null)
  return [...(value.code.trim() === '' ? [] : [codeNeed(name, value.code)]), ...hosts.map(listedHostNeed)]
}

/** What is wrong with code, as problems of `field`; `what` is what a person calls it. */
export function checkCode(value: CodeValue | null, { field, what }: { field: string; what: PlainText }): KindProblem[] {
  if (value === null) return []
  const problem = (code: KindProblem['code'], message: Sentence): KindProblem => ({
    severity: 'error',
    code,
    field,
    message,
  })
  const broken = value.hosts.find((host) => readHost(host) === null)
  const hosts = broken === undefined ? [] : [problem('bad-host', hostFault(broken))]
  if (value.code.trim() === '')
    return [
      problem('no-code', sentence('{what} has no code yet. Export a function called run.', { what: asMessage(what) })),
      ...hosts,
    ]
  if (/\bexport\b/.test(value.code)) return hosts
  const message = sentence('{what} exports nothing. Write `{example}`.', {
    what: asMessage(what),
    example: 'export function run(args, baton) { ... }',
  })
  return [problem('no-export', message), ...hosts]
}

/** Why a text of a list of hosts is none. */
function hostFault(host: string): Sentence {
  return sentence('“{host}” is not a host. Write a name or an address, such as api.example.com or 127.0.0.1:8080.', {
    host: host.slice(0, 60),
  })
}
