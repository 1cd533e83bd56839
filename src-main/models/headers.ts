/** The headers of a model's settings as they are sent: names of secrets have become their values. */
import { AppError } from '../../src-shared/errors'
import { message as sentence } from '../../src-shared/languages/translate'
import { headerFault, type ModelParameters } from '../../src-shared/flow/model-settings'
import { fillSecrets, secretsIn } from '../../src-shared/flow/secret-names'

/** Where values of secrets come from; throws `secret-missing`. */
export type SecretOf = (name: string) => Promise<string>

/** Where there are none. */
export function noSecrets(name: string): Promise<string> {
  return Promise.reject(
    new AppError('secret-missing', sentence('The secret "{name}" is not stored here.', { name }), { secret: name }),
  )
}

/** Headers with their secrets filled in. Throws `secret-missing`, or `bad-input` for a value that no header can hold, without saying it. */
export async function filledHeaders(
  headers: ModelParameters['headers'],
  secret: SecretOf,
): Promise<Record<string, string>> {
  const all = Object.entries(headers ?? {})
  const names = [...new Set(all.flatMap(([, value]) => secretsIn(value)))]
  const values = new Map(await Promise.all(names.map(async (name) => [name, (await secret(name)).trim()] as const)))
  return Object.fromEntries(
    all.map(([name, value]): [string, string] => {
      const filled = fillSecrets(value, values)
      // What is set there was looked at when it was set; here it is the secret's value.
      if (headerFault(name, filled, 'connection') === null) return [name, filled]
      throw new AppError(
        'bad-input',
        sentence(
          'The value for the header {header} cannot be sent: a secret in it has line breaks or other characters that no header takes. Store it again in Settings, Secrets.',
          { header: name.slice(0, 40) },
        ),
      )
    }),
  )
}

/** Headers by their names in lower case, the latter over the former. */
export function withHeaders(
  own: Readonly<Record<string, string>>,
  others: Readonly<Record<string, string>>,
): Record<string, string> {
  const lower = Object.entries(others).map(([name, value]) => [name.toLowerCase(), value] as const)
  return lower.length === 0 ? own : { ...own, ...Object.fromEntries(lower) }
}

/** The header in which a server takes the key of a connection: Azure's deployments take theirs in one of its own, and a token as others do. */
export function keyHeaders(baseUrl: string, apiKey: string | null): Readonly<Record<string, string>> {
  if (apiKey === null) return {}
  const isDeployment = /^https:\/\/[\w.-]+\.azure\.com\/openai\/deployments\//i.test(baseUrl)
  return isDeployment && !apiKey.startsWith('eyJ') ? { 'api-key': apiKey } : { authorization: `Bearer ${apiKey}` }
}
