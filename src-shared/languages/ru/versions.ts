/** Russian: kept versions of a flow, and what differs between two. */
import type { Translations } from '../translate'
import type { VERSIONS_ZH } from '../zh/versions'

export const VERSIONS_RU: Translations<typeof VERSIONS_ZH> = {
  'Drawing of the version': 'Схема версии',
  Edges: 'Связи',
  '{count, plural, one {Show the node that was moved} other {Show # nodes that were moved}}':
    '{count, plural, one {Показать # перемещённый узел} few {Показать # перемещённых узла} many {Показать # перемещённых узлов} other {Показать # перемещённого узла}}',
  'No difference': 'Различий нет',
  'Both are the same, but for where nodes stand.': 'Они одинаковы, кроме положения узлов.',
  'Show {count} more': 'Показать ещё {count}',
  'Show only': 'Показать только',
  '{count} added': 'Добавлено: {count}',
  '{count} removed': 'Удалено: {count}',
  '{count} changed': 'Изменено: {count}',
  moved: 'перемещено',
  '{count} moved': 'Перемещено: {count}',
  '{count, plural, one {# line that is the same} other {# lines that are the same}}':
    '{count, plural, one {# одинаковая строка} few {# одинаковые строки} many {# одинаковых строк} other {# одинаковой строки}}',
  'The version is kept. You find it under Versions.': 'Версия сохранена. Она в разделе «Версии».',
  'The version could not be kept': 'Не удалось сохранить версию',
  'What is it?': 'Что это за версия?',
  'Before the new tools': 'До новых инструментов',
  'The other window': 'Другое окно',
  'Saved there': 'Сохранено там',
  'Kept by Baton': 'Сохранено Baton',
  Yours: 'Ваша',
  'Close the versions': 'Закрыть версии',
  'The versions cannot be read': 'Не удалось прочитать версии',
  'No versions yet': 'Версий пока нет',
  'Baton keeps one every now and then. Keep one yourself before you try something.':
    'Baton время от времени сохраняет версию. Перед экспериментами сохраните её сами.',
  'Reading the version': 'Чтение версии',
  'The version cannot be read': 'Не удалось прочитать версию',
  Show: 'Показать',
  Difference: 'Различия',
  'As it was': 'Как было',
  'What differs': 'Что различается',
  Compare: 'Сравнить',
  With: 'С',
  'A version': 'Версия',
  'Before going back to “{title}”': 'До возврата к «{title}»',
  'Go back to a version': 'Вернуться к версии',
  'The version is back. Undo takes you forward again.': 'Версия восстановлена. Отмена вернёт нынешнее состояние.',
  '{count, plural, one {Copied the node. Paste on any canvas.} other {Copied # nodes. Paste on any canvas.}}':
    '{count, plural, one {Скопирован # узел. Вставьте на любой холст.} few {Скопировано # узла. Вставьте на любой холст.} many {Скопировано # узлов. Вставьте на любой холст.} other {Скопировано # узла. Вставьте на любой холст.}}',
  'Copy a node from a version': 'Скопировать узел из версии',
  'Copy nodes from a version': 'Скопировать узлы из версии',
  '{count, plural, one {Put the node into the flow.} other {Put # nodes into the flow.}}':
    '{count, plural, one {# узел добавлен в поток.} few {# узла добавлены в поток.} many {# узлов добавлены в поток.} other {# узла добавлены в поток.}}',
  '{count, plural, one {Copy the node} other {Copy # nodes}}':
    '{count, plural, one {Копировать # узел} few {Копировать # узла} many {Копировать # узлов} other {Копировать # узла}}',
  'The nodes were not copied': 'Узлы не скопированы',
  'To the clipboard': 'В буфер обмена',
  'Into the flow': 'В поток',
  'The version could not be brought back': 'Не удалось восстановить версию',
}
