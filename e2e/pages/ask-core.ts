/** What a test asks of the core without a hand in the interface, as another window of the same person would: what it is not about, made ready in a moment. */
import type { Page } from '@playwright/test'
import type { BatonContract } from '../../src-shared/rpc/contract'
import type { InputOf, MethodName } from '../../src-shared/rpc/define'

/** Asks on a socket of its own; false where the page has none, as in a window of the desktop app. */
export async function askCore<Name extends MethodName<BatonContract>>(
  page: Page,
  name: Name,
  input: InputOf<BatonContract, Name>,
): Promise<boolean> {
  if (!page.url().startsWith('http:')) return false
  const refusal = await page.evaluate(ask, { kind: 'call', id: 1, name, input })
  if (refusal !== null) throw new Error(`${name}: ${refusal}`)
  return true
}

/** Runs in the page; answers with what the core refused it with, or null. */
function ask(frame: object): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${location.host}/link`)
    socket.addEventListener('open', () => socket.send(JSON.stringify(frame)))
    socket.addEventListener('error', () => reject(new Error('The core cannot be reached.')))
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const answer = JSON.parse(data) as { kind: string; error?: { message: string } }
      socket.close()
      resolve(answer.kind === 'result' ? null : (answer.error?.message ?? answer.kind))
    })
  })
}
