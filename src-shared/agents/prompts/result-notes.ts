/** What models read in a tool's result beside it: that it was cut to fit, or is nothing, and what stands in the place of pictures and files, in three languages. */
import type { Language } from '../../flow/records'
import { renderTemplate } from '../templates/template'

const NOTES = {
  en: {
    nothing: '(no output)',
    imageNamed: '[image: {name}]',
    cut: '[cut: the first {first} and the last {last} of {all} characters; {rest}]',
    cutJson: '[cut, so this is no valid JSON: the first {first} and the last {last} of {all} characters; {rest}]',
    cutAway: '[cut: {all} characters in all]',
    wholeKept: 'the whole result is kept as {id}',
    partKept: 'its first {size} are kept as {id}, the rest is gone',
    more: '[and {count} more, which were not kept]',
    kept: '[{what}, {size}, kept as {id}]',
    keptUnseen: '[{what}, {size}, kept as {id}, not shown to models: {why}]',
    tooLarge: '[{what}, {size}: too large to be kept]',
    image: 'Image',
    audio: 'Sound',
    video: 'Video',
    file: 'File',
  },
  ru: {
    nothing: '(пустой результат)',
    imageNamed: '[изображение: {name}]',
    cut: '[сокращено: первые {first} и последние {last} из {all} знаков; {rest}]',
    cutJson: '[сокращено, поэтому это не правильный JSON: первые {first} и последние {last} из {all} знаков; {rest}]',
    cutAway: '[сокращено: всего знаков {all}]',
    wholeKept: 'весь результат сохранён как {id}',
    partKept: 'его первые {size} сохранены как {id}, остального нет',
    more: '[и ещё {count}, которые не сохранены]',
    kept: '[{what}, {size}, сохранено как {id}]',
    keptUnseen: '[{what}, {size}, сохранено как {id}, моделям не показывается: {why}]',
    tooLarge: '[{what}, {size}: слишком велико, чтобы хранить]',
    image: 'Изображение',
    audio: 'Звук',
    video: 'Видео',
    file: 'Файл',
  },
  zh: {
    nothing: '（无输出）',
    imageNamed: '[图片：{name}]',
    cut: '[已截短：全文 {all} 个字符，这里是前 {first} 个和后 {last} 个；{rest}]',
    cutJson: '[已截短，因此不是有效的 JSON：全文 {all} 个字符，这里是前 {first} 个和后 {last} 个；{rest}]',
    cutAway: '[已截短：共 {all} 个字符]',
    wholeKept: '完整结果已保存为 {id}',
    partKept: '前 {size} 已保存为 {id}，其余已丢弃',
    more: '[另有 {count} 个未保存]',
    kept: '[{what}，{size}，已保存为 {id}]',
    keptUnseen: '[{what}，{size}，已保存为 {id}，不展示给模型：{why}]',
    tooLarge: '[{what}，{size}：过大，无法保存]',
    image: '图片',
    audio: '声音',
    video: '视频',
    file: '文件',
  },
} as const satisfies Record<Language, { readonly [note: string]: string }>

export type ResultNote = keyof (typeof NOTES)['en']

/** A note in the language of the flow; what is put into its slots is never read again. */
export function resultNote(
  language: Language,
  note: ResultNote,
  values: { readonly [slot: string]: string | number } = {},
): string {
  return renderTemplate(NOTES[language][note], values)
}
