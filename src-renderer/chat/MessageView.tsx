/** What somebody said: the user in a bubble, a participant beside the icon of its kind. */
import type { Translate } from '../../src-shared/languages/translate'
import { memo, use, useState } from 'react'
import { isInnerId } from '../../src-shared/flow/inner-ids'
import type { MessageItem, Stream } from '../../src-shared/run/fold/fold-view'
import type { Attachment } from '../../src-shared/run/log/attachments'
import type { ReplyEnd } from '../../src-shared/run/log/facts'
import { END_WORDS } from '../../src-shared/run/words/calls'
import { useEditor } from '../editor/editor-context'
import { showProblem } from '../editor/show'
import { KindSquare } from '../kinds/kind-icons'
import { useParticipant } from '../run/participants'
import { StructuredOutput } from '../run/StructuredOutput'
import { durationWords, tokenWords } from '../../src-shared/run/words/figures'
import { clockWords } from '../run/store/words'
import { PendingAttachments, SentAttachments } from './attach/SentAttachments'
import { Markdown } from '../ui/markdown/Markdown'
import { BranchSwitch } from './BranchSwitch'
import { EditMessage } from './EditMessage'
import { MessageActions, UserMessageActions } from './MessageActions'
import { Thoughts } from './Thoughts'
import { TurnContext } from './turn-context'
import { cx } from '../ui/cx'
import { useT } from '../ui/language'
import markdownStyles from '../ui/markdown/Markdown.module.css'
import textStyles from '../ui/text.module.css'
import styles from './MessageView.module.css'

type UserMessageProps = {
  text: string
  at: string | null
  attachments?: readonly Attachment[] | undefined
  /** Names of what is attached to a message that is on its way. */
  pending?: readonly string[] | undefined
}

export const UserMessage = memo(function UserMessage({ text, at, attachments = [], pending = [] }: UserMessageProps) {
  const t = useT()
  const facts = use(TurnContext)
  const [isEdited, setEdited] = useState(false)
  return (
    <article className={cx(styles.said, styles.user)} aria-label={t('You')} data-author="user" data-kind="message">
      {isEdited && facts !== null ? (
        <EditMessage text={text} turn={facts.turn} onEnd={() => setEdited(false)} />
      ) : (
        text !== '' && (
          <div className={styles.bubble} data-part="words">
            {text}
          </div>
        )
      )}
      {attachments.length > 0 && <SentAttachments attachments={attachments} />}
      {attachments.length === 0 && pending.length > 0 && <PendingAttachments names={pending} />}
      {at !== null && !isEdited && <div className={styles.meta}>{clockWords(at, t)}</div>}
      {facts !== null && at !== null && <BranchSwitch turn={facts.turn} />}
      {facts !== null && at !== null && !isEdited && <UserMessageActions text={text} onEdit={() => setEdited(true)} />}
    </article>
  )
})

type SpokenProps = {
  author: string
  speaker?: string | undefined
  text: string
  isContinued: boolean
  isGrowing: boolean
  /** What a nested chat says to its recipient: shown as it is, with what is carried over on lines of its own. */
  isTold?: boolean
  meta: string
  thoughts?: string | undefined
  /** Whether it still thinks; what is said then streams below. */
  isThinking?: boolean
  end?: ReplyEnd | undefined
  output?: MessageItem['output']
  span?: string | null
  entryId?: string | null
}

function Spoken(props: SpokenProps) {
  const { author, speaker, text, isContinued, isGrowing, isTold = false, meta, thoughts = '', end } = props
  const t = useT()
  const participant = useParticipant(author)
  const notWhole = end === undefined ? null : END_WORDS[end]
  return (
    <article
      className={cx(styles.said, styles.other)}
      aria-label={participant.name}
      aria-busy={isGrowing}
      data-author={author}
      data-kind="message"
      data-continued={isContinued || undefined}
    >
      {isContinued ? <span className={styles.avatarGap} /> : <KindSquare kind={participant.kind} size={24} />}
      <div className={styles.body}>
        {!isContinued && (
          <div className={styles.head}>
            <span className={styles.name} title={speaker}>
              {participant.name}
            </span>
            <span className={styles.meta}>{meta}</span>
          </div>
        )}
        <Thoughts text={thoughts} isGrowing={props.isThinking === true} />
        <Words text={text} isGrowing={isGrowing} isTold={isTold} output={props.output} />
        {notWhole !== null && (
          <div className={styles.end}>
            {t(notWhole)}{' '}
            {end === 'length' && participant.isKnown && !isInnerId(author) && <TokensLink node={author} />}
          </div>
        )}
      </div>
      {!isGrowing && (
        <MessageActions text={text} span={props.span ?? null} entryId={props.entryId ?? null} who={participant.name} />
      )}
    </article>
  )
}

/** Leads to the field with the limit that cut a reply off. */
function TokensLink({ node }: { node: string }) {
  const t = useT()
  const editor = useEditor()
  return (
    <button
      type="button"
      className={textStyles.link}
      onClick={() => showProblem(editor, { node, field: 'model.maxTokens' })}
    >
      {t('Show the limit')}
    </button>
  )
}

function Words({ text, isGrowing, isTold, output }: Pick<SpokenProps, 'text' | 'isGrowing' | 'isTold' | 'output'>) {
  if (output !== undefined) return <StructuredOutput value={output} />
  return isTold === true ? (
    <div className={cx(markdownStyles.md, styles.told)} data-part="words">
      {text}
    </div>
  ) : (
    <Markdown text={text} isGrowing={isGrowing} isAnswer />
  )
}

export type MessageProps = {
  /** What was said, or what is being said: one element, so that what is marked in it stays when it ends, and nothing is heard twice. */
  said: MessageItem | Stream
  isContinued: boolean
  /** What is thought aloud while it is said. */
  thoughts?: string | undefined
}

export const Message = memo(function Message({ said: item, isContinued, thoughts }: MessageProps) {
  const t = useT()
  if (!('kind' in item))
    return (
      <Spoken author={item.author} text={item.text} isContinued={isContinued} isGrowing meta="" thoughts={thoughts} />
    )
  if (item.author === 'user') return <UserMessage text={item.text} at={item.at} attachments={item.attachments} />
  return (
    <Spoken
      author={item.author}
      speaker={item.speaker}
      text={item.text}
      isContinued={isContinued}
      isGrowing={false}
      isTold={item.asUser === true}
      entryId={item.entryId}
      meta={metaOf(item, t)}
      thoughts={item.thoughts}
      end={item.end}
      output={item.output}
      span={item.span}
    />
  )
})

/** `14:02 · 1.2 s · 214 tokens`, as far as it is known. */
function metaOf(item: MessageItem, t: Translate): string {
  const ms = item.ms === null ? '' : durationWords(item.ms, t)
  const tokens = item.usage === null ? '' : tokenWords(item.usage, t)
  return [clockWords(item.at, t), ms, tokens].filter((part) => part !== '').join(' · ')
}
