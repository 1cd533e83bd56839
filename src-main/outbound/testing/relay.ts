/** A log of a server's sockets that knows nothing of Baton: it stands before the server, hands on every byte, and counts connections and bytes each way. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** What went over one accepted connection, as this side of it saw it. */
export type RelayedConnection = { fromClient: number; toClient: number }

export type Relay = {
  readonly port: number
  readonly accepted: readonly RelayedConnection[]
  /** Ends what is open. */
  close: () => Promise<void>
}

export async function startRelay(target: number): Promise<Relay> {
  const accepted: RelayedConnection[] = []
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const one: RelayedConnection = { fromClient: 0, toClient: 0 }
    accepted.push(one)
    const behind = connect(target, '127.0.0.1')
    open.add(client).add(behind)
    client.on('data', (bytes) => void (one.fromClient += bytes.length))
    behind.on('data', (bytes) => void (one.toClient += bytes.length))
    client.pipe(behind).pipe(client)
    for (const side of [client, behind]) {
      side.on('error', () => undefined)
      side.on('close', () => [client, behind].map((both) => both.destroy()))
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    accepted,
    async close() {
      server.close()
      for (const socket of open) socket.destroy()
      await once(server, 'close')
    },
  }
}
