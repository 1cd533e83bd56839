/** Taking over a large API document: GitHub's real one, through the link as the app does it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { createCore } from '../src-main/core'
import { nodePlatform } from '../src-main/platform/node'
import { createClient } from '../src-shared/rpc/client'
import { contract } from '../src-shared/rpc/contract'
import { memoryLinkPair } from '../src-shared/rpc/link'
import { serve } from '../src-shared/rpc/serve'
import { median, type Figure } from './figures'

const DOCUMENT = 'src-main/tools/openapi/testing/api.github.com.json.gz'

/** The time from the person's click to the document that stands in the flow, and its size there. */
export async function measureApiImport(root: string, times: number): Promise<Figure[]> {
  const text = gunzipSync(readFileSync(path.join(root, DOCUMENT))).toString()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'baton-bench-'))
  const core = await createCore({ dataDir, platform: nodePlatform({ host: 'web', dataDir }) })
  const pair = memoryLinkPair()
  const stop = serve({ contract, handlers: core.handlers }, pair.server)
  const client = createClient(contract, pair.client)
  try {
    const took: number[] = []
    let size = 0
    let count = 0
    for (let run = 0; run < times; run += 1) {
      const from = performance.now()
      const { document, operations } = await client.call('documents.readApi', { text })
      took.push(performance.now() - from)
      size = JSON.stringify(document).length
      count = operations.length
    }
    const what = `GitHub's API document, ${count.toLocaleString('en')} operations`
    const sizes = `${(text.length / 1e6).toFixed(1)} MB become ${(size / 1e6).toFixed(1)} MB`
    return [{ what: `${what}: import`, value: median(took), unit: 'ms', most: 2000, from: sizes }]
  } finally {
    stop()
    await core.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
