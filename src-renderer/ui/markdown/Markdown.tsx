/** A participant's words as Markdown: no raw HTML, nothing is fetched but a picture that the person allowed, links open outside. */
import { Said } from '../language'
import { memo, useLayoutEffect, useRef } from 'react'
import ReactMarkdown, { defaultUrlTransform, type Components, type UrlTransform } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { plainParagraph } from './plain-paragraph'
import { stableParts } from './stable-parts'
import { AnswerPicture, InLink, isWritten } from './AnswerPicture'
import { CodeBlock } from './CodeBlock'
import { TableBlock } from './TableBlock'
import { cx } from '../cx'
import styles from './Markdown.module.css'

const PLUGINS = [remarkGfm]

const COMPONENTS: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      <InLink value={true}>{children}</InLink>
    </a>
  ),
  // A picture from elsewhere would tell its server that it was read.
  img: ({ src, alt }) => (
    <a href={typeof src === 'string' ? src : undefined} target="_blank" rel="noopener noreferrer nofollow">
      {alt === undefined || alt === '' ? <Said message="Picture" /> : alt}
    </a>
  ),
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  table: ({ children }) => <TableBlock>{children}</TableBlock>,
}

/** Of an answer: a picture may be shown where it stands. */
const IN_ANSWERS: Components = {
  ...COMPONENTS,
  img: ({ src, alt }) => <AnswerPicture address={typeof src === 'string' ? src : ''} alt={alt ?? ''} />,
}

/** A picture that is written in the answer itself passes; of all else what links may be. */
const withWritten: UrlTransform = (url, key, { tagName }) =>
  tagName === 'img' && key === 'src' && isWritten(url) ? url : defaultUrlTransform(url)

const Block = memo(function Block({ text, isAnswer }: { text: string; isAnswer: boolean }) {
  return (
    <ReactMarkdown
      remarkPlugins={PLUGINS}
      components={isAnswer ? IN_ANSWERS : COMPONENTS}
      urlTransform={isAnswer ? withWritten : defaultUrlTransform}
    >
      {text}
    </ReactMarkdown>
  )
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
