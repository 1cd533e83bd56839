/** A participant's words as Markdown: no raw HTML, nothing is fetched but a picture that the person allowed, links open outside. */
import { Said } from '../language'
import { createElement, Fragment, memo, useLayoutEffect, useRef, type ReactNode } from 'react'
import { plainParagraph } from './plain-paragraph'
import { readMarkdown, type MarkdownElement, type MarkdownPiece } from './read-markdown'
import { stableParts } from './stable-parts'
import { AnswerPicture, InLink, isWritten } from './AnswerPicture'
import { CodeBlock } from './CodeBlock'
import { TableBlock } from './TableBlock'
import { cx } from '../cx'
import styles from './Markdown.module.css'

/** Elements that are more than what they are called. `within`: what they hold, drawn. */
function drawn({ tag, is }: MarkdownElement, within: ReactNode, isAnswer: boolean): ReactNode {
  switch (tag) {
    case 'a':
      return (
        <a href={is['href']} target="_blank" rel="noopener noreferrer nofollow">
          <InLink value={true}>{within}</InLink>
        </a>
      )
    case 'img':
      return isAnswer ? (
        <AnswerPicture address={is['src'] ?? ''} alt={is['alt'] ?? ''} />
      ) : (
        <LinkedPicture address={is['src'] ?? ''} alt={is['alt'] ?? ''} />
      )
    case 'pre':
      return <CodeBlock>{within}</CodeBlock>
    case 'table':
      return <TableBlock>{within}</TableBlock>
    case 'input':
      return <input type="checkbox" disabled checked={is['checked'] !== ''} />
    default: {
      const { start, align, class: className } = is
      const attributes = {
        ...(start === undefined ? {} : { start: Number(start) }),
        ...(className === undefined ? {} : { className }),
        ...(align === undefined ? {} : { style: { textAlign: align } }),
      }
      return createElement(tag, attributes, within)
    }
  }
}

/** A picture from elsewhere would tell its server that it was read. */
function LinkedPicture({ address, alt }: { address: string; alt: string }) {
  const words = alt === '' ? <Said message="Picture" /> : alt
  return isWritten(address) ? (
    words
  ) : (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow">
      {words}
    </a>
  )
}

function Pieces({ pieces, isAnswer }: { pieces: readonly MarkdownPiece[]; isAnswer: boolean }) {
  return pieces.map((piece, at) => {
    if (typeof piece === 'string') return piece
    const within = piece.within.length === 0 ? null : <Pieces pieces={piece.within} isAnswer={isAnswer} />
    // By its place: a text grows at its end.
    return <Fragment key={at}>{drawn(piece, within, isAnswer)}</Fragment>
  })
}

const Block = memo(function Block({ text, isAnswer }: { text: string; isAnswer: boolean }) {
  return <Pieces pieces={readMarkdown(text)} isAnswer={isAnswer} />
})

export type MarkdownProps = {
  text: string
  isGrowing?: boolean
  /** Words of a participant, whose pictures may be shown. */
  isAnswer?: boolean
}

/** While a text grows, only its last part is read again; when it ends, all of it stays on the page. */
export const Markdown = memo(function Markdown({ text, isGrowing = false, isAnswer = false }: MarkdownProps) {
  return (
    <div className={cx(styles.md, isGrowing && styles.growing)} data-part="words">
      {stableParts(text).map((part, at) => (
        // By its place: parts come behind the others.
        <Part key={at} text={part} isAnswer={isAnswer} />
      ))}
    </div>
  )
})

const Part = memo(function Part({ text, isAnswer }: { text: string; isAnswer: boolean }) {
  const words = plainParagraph(text)
  return words === null ? <Block text={text} isAnswer={isAnswer} /> : <PlainWords words={words} />
})

/** New words are added to those that stand there: so neither are these laid out anew, nor is a mark that somebody set in them lost. */
function PlainWords({ words }: { words: string }) {
  const paragraph = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => {
    const shown = paragraph.current?.firstChild
    if (shown instanceof Text && words.startsWith(shown.data)) shown.appendData(words.slice(shown.data.length))
    else paragraph.current?.replaceChildren(words)
  }, [words])
  return <p ref={paragraph} />
}
