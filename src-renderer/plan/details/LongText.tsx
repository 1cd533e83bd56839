/** A text of any length: its beginning at first, the rest on request and in pieces that a page can hold. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { cx } from '../../ui/cx'
import { useT } from '../../ui/language'
import textStyles from '../../ui/text.module.css'
import detailsStyles from '../details.module.css'

const FIRST = 1600
const LINES = 24
const PIECE = 100_000

export function LongText({ text }: { text: string }) {
  const t = useT()
  const [most, setMost] = useState(() => beginningOf(text))
  const isCut = most < text.length
  const next = Math.min(text.length, Math.max(PIECE, most + PIECE))
  return (
    <>
      <pre className={cx(detailsStyles.text, textStyles.mono)} data-cut={isCut || undefined}>
        {isCut ? text.slice(0, most) : text}
      </pre>
      {isCut && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          className={detailsStyles.more}
          onClick={() => setMost(next)}
        >
          {next < text.length
            ? t('{count, plural, one {Show more of # character} other {Show more of # characters}}', {
                count: text.length,
              })
            : t('{count, plural, one {Show all # character} other {Show all # characters}}', { count: text.length })}
        </Button>
      )}
    </>
  )
}

/** Where the beginning ends: after so many characters or lines; a little more is no reason to cut. */
function beginningOf(text: string): number {
  let end = -1
  for (let line = 0; line < LINES; line += 1) {
    end = text.indexOf('\n', end + 1)
    if (end === -1 || end > FIRST) break
  }
  const most = end === -1 ? FIRST : Math.min(end, FIRST)
  return text.length <= most * 1.25 ? text.length : most
}
