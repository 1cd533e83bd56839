/** The handlers of `crashes.*`. */
import { AppError } from '../../src-shared/errors'
import type { BatonContract } from '../../src-shared/rpc/contract'
import type { AreaHandlers } from '../../src-shared/rpc/define'
import { asError, type CrashReports } from '../crashes/crash-reports'

export function crashHandlers({ crashes }: { readonly crashes: CrashReports }) {
  return {
    'crashes.list': async () => crashes.list(),
    'crashes.read': async ({ id }) => {
      const text = crashes.read(id)
      if (text === null) throw new AppError('not-found', 'The report is not there any more.')
      return { text }
    },
    'crashes.seen': async ({ id }) => {
      crashes.noteSeen(id)
      return {}
    },
    'crashes.remove': async ({ id }) => {
      crashes.remove(id)
      return {}
    },
    'crashes.note': async ({ isEnd, ...error }) => {
      const what = isEnd ? 'the page could not be shown any more' : 'nobody caught an error of the page, which went on'
      crashes.write({ source: isEnd ? 'window' : 'fault', what, cause: asError(error) })
      return {}
    },
  } satisfies AreaHandlers<BatonContract, 'crashes'>
}
