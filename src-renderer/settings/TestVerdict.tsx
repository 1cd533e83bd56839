/** What a try of a connection said. */
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'

export type TestResult = { ok: boolean; message: string; models: readonly string[] }

export function TestVerdict({ result }: { result: TestResult | null }) {
  if (result === null || result.message === '') return null
  const count = result.models.length
  return (
    <div className="bt-test-result" role={result.ok ? 'status' : 'alert'} data-ok={result.ok || undefined}>
      {result.ok ? <IconCircleCheck size={16} aria-hidden /> : <IconCircleX size={16} aria-hidden />}
      <span>
        {result.message}
        {result.ok && count > 0 && ` ${count === 1 ? 'One model' : `${count} models`} to pick from.`}
      </span>
    </div>
  )
}
