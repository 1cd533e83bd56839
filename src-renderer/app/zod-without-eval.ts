/** Zod compiles its checks with `eval` where it can; the content policy refuses that, loudly. Must be imported before any schema. */
import { config } from 'zod'

config({ jitless: true })
