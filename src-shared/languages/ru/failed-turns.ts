/** Russian: what errors say of flows, threads and turns. */
import type { Translations } from '../translate'
import type { FAILED_TURNS_ZH } from '../zh/failed-turns'

export const FAILED_TURNS_RU = {
  'A turn of this flow still runs. Stop it, or wait until it is done, then delete the flow.':
    'Ход этого потока ещё идёт. Остановите его или дождитесь конца, потом удалите поток.',
  'There already is a thread “{id}”.': 'Беседа «{id}» уже есть.',
  'This question was answered already, at {at}, here or elsewhere. Nothing of your answer counts; look at how the turn goes on.':
    'На этот вопрос уже ответили ({at}), здесь или в другом месте. Ваш ответ не учтён; посмотрите, как ход продолжается.',
  'there is no room for it: {size} MB are needed': 'для неё нет места: нужно {size} МБ',
  'This Baton has to change {file}, and could not copy it before: {reason}. It was left as it is. Make room in its folder, then start Baton again.':
    'Этому Baton нужно изменить файл {file}, но сначала не удалось его скопировать: {reason}. Файл остался как был. Освободите место в его папке и запустите Baton снова.',
  '{file} is not a Baton library. Move it away or start Baton with another data folder.':
    '{file} — не библиотека Baton. Уберите файл или запустите Baton с другой папкой данных.',
  ' The file from before that is {copy}: to go back to it, remove {file}-wal and {file}-shm and put it in the place of {file}.':
    ' Файл до этого — {copy}: чтобы вернуться к нему, удалите {file}-wal и {file}-shm и положите его на место {file}.',
  'A newer Baton wrote {file} (schema {version}, this one knows {known}). Update Baton, or start it with another data folder.{kept}':
    '{file} записан более новым Baton (схема {version}, этот знает {known}). Обновите Baton или запустите его с другой папкой данных.{kept}',
  'The library {file} is damaged. Nothing was deleted: put a backup in its place, or move it away to start with an empty library.':
    'Библиотека {file} повреждена. Ничего не удалено: положите на её место резервную копию или уберите её, чтобы начать с пустой библиотеки.',
  'The library {file} could not be opened: {reason}. Check that you may write to the file and its folder, then start Baton again.':
    'Библиотека {file} не открылась: {reason}. Проверьте, можно ли писать в файл и его папку, и запустите Baton снова.',
  'The library {file} could not be written: {reason}. Nothing was changed; check the disk, then try again.':
    'В библиотеку {file} не записалось: {reason}. Ничего не изменено; проверьте диск и попробуйте снова.',
  'The drawing of this thread is not kept any more. Fork the thread at the step where it had been changed.':
    'Рисунок этой беседы больше не хранится. Ответвите беседу на том шаге, где он был изменён.',
  'The preference “{name}” is too large to be kept.': 'Настройка «{name}» слишком велика, чтобы её хранить.',
  'There are more than {most} preferences. Nothing was changed.': 'Настроек больше {most}. Ничего не изменено.',
  'These preferences cannot be kept: {reason}.': 'Эти настройки сохранить нельзя: {reason}.',
  'This message does not wait any more: it was sent, or removed elsewhere.':
    'Это сообщение больше не ждёт: оно отправлено или удалено в другом месте.',
  '{most} messages wait already. Remove some, or wait for the turn.':
    'Уже ждут сообщения: {most}. Удалите часть или дождитесь хода.',
  'There is no thread “{id}”. It may have been removed.': 'Беседы «{id}» нет. Возможно, её удалили.',
  'This replay is not kept any more. Ask the decisions again.':
    'Этот повтор решений больше не хранится. Запросите решения снова.',
  'There is no result “{id}” in this conversation.': 'В этой беседе нет результата «{id}».',
  'A turn of this thread is still running. Wait for it or stop it first.':
    'Ход этой беседы ещё идёт. Дождитесь его или сначала остановите.',
  'There is no run “{id}”. Its thread may have been removed.': 'Запуска «{id}» нет. Возможно, его беседу удалили.',
  'The last turn of this thread is unfinished. Go on with it or send a message first.':
    'Последний ход этой беседы не закончен. Продолжите его или сначала отправьте сообщение.',
  'This turn is not unfinished. Send a message to go on.': 'Этот ход закончен. Чтобы продолжить, отправьте сообщение.',
  'These are {pictures} pictures. A message can have {most} at most.':
    'Картинок: {pictures}. В сообщении их может быть не больше {most}.',
  'The attached files are too long together. Send some of them with another message.':
    'Приложенные файлы вместе слишком длинные. Отправьте часть из них другим сообщением.',
  'These are {count} attachments. A message can have {most} at most.':
    'Вложений: {count}. В сообщении их может быть не больше {most}.',
  '“{name}” is not a picture that can be attached, whatever its name says. Save it as {formats}.':
    '«{name}» — не картинка, которую можно приложить, что бы ни говорило имя. Сохраните её как {formats}.',
  '“{name}” cannot be attached: {reason}. Save it smaller, or as JPEG.':
    '«{name}» приложить нельзя: {reason}. Уменьшите картинку или сохраните её как JPEG.',
  '{uri} of {server} could not be attached, so nothing was sent. {reason}':
    '{uri} с сервера {server} приложить не удалось, поэтому ничего не отправлено. {reason}',
  'The flow has no server “{id}” to attach something of. It may have been removed.':
    'В потоке нет сервера «{id}», с которого можно что-то приложить. Возможно, его удалили.',
  'Nobody uses “{name}”, so nothing of it can be attached. Join it to an agent.':
    '«{name}» никто не использует, поэтому приложить с него ничего нельзя. Соедините его с агентом.',
  '“{name}” has {size}. {most} can be attached at most.': '«{name}»: размер {size}. Приложить можно не больше {most}.',
  'The flow cannot run yet: {problem} (and {count} more)': 'Поток пока не может работать: {problem} (и ещё {count})',
  'The flow cannot run yet: {problem}': 'Поток пока не может работать: {problem}',
  'The flow of this thread is not there any more.': 'Потока этой беседы больше нет.',
  'The message was changed while it was being sent.': 'Сообщение изменили, пока оно отправлялось.',
  'No result of the call of {tool} was kept. Call it again, or answer it.':
    'Результат вызова {tool} не сохранён. Вызовите его снова или ответьте за него.',
  'The calls to decide on are others by now. Look at them again, and decide then.':
    'Вызовы, о которых нужно решить, уже другие. Посмотрите на них снова и решите.',
  'Baton is being closed.': 'Baton закрывается.',
  'Nothing was said in this thread yet. Give the values with the first message.':
    'В этой беседе ещё ничего не сказано. Задайте значения с первым сообщением.',
  'The last turn of this thread is complete. Send a message to go on.':
    'Последний ход этой беседы закончен. Чтобы продолжить, отправьте сообщение.',
  'Nothing was said before this place, so there is no drawing of then. Choose the flow as it is now.':
    'До этого места ничего не сказано, поэтому рисунка того времени нет. Выберите поток, какой он сейчас.',
  'The flow of this thread is not in the library any more. Choose the drawing as it was.':
    'Потока этой беседы больше нет в библиотеке. Выберите рисунок, каким он был.',
  'The last turn waits in the middle of tool calls, which would be made again. Answer what it asks first, or leave the thread before that turn.':
    'Последний ход ждёт посреди вызовов инструментов, и они были бы сделаны снова. Сначала ответьте на то, о чём он спрашивает, или ответвите беседу до этого хода.',
  'There is no turn {turn} in this thread.': 'В этой беседе нет хода {turn}.',
  'A turn of this thread is not over yet. Wait for it, or stop it first.':
    'Ход этой беседы ещё не закончен. Дождитесь его или сначала остановите.',
  'Where this thread stood then is not kept any more. Begin a new thread instead.':
    'Где беседа стояла тогда, больше не хранится. Начните новую беседу.',
  'its stored state, which is what models are told, lacks the last answers that are shown':
    'в её сохранённом состоянии, которое сообщается моделям, нет последних показанных ответов',
  'its stored state, which is what models are told, holds more turns ({stored}) than are shown ({turns})':
    'в её сохранённом состоянии, которое сообщается моделям, больше ходов ({stored}), чем показано ({turns})',
  'The data folder has lost a part of this conversation: {what}. Nothing was sent. Go on from what is shown, or begin a new thread.':
    'В папке данных потеряна часть этой беседы: {what}. Ничего не отправлено. Продолжайте с того, что показано, или начните новую беседу.',
  'The turn that made this plan is still running. Wait for it or stop it first.':
    'Ход, который составил этот план, ещё идёт. Дождитесь его или сначала остановите.',
  'This step is not in the thread any more.': 'Этого шага в беседе больше нет.',
  'A question of this thread was answered, and its turn has not gone on with that yet. Let it go on first.':
    'На вопрос этой беседы ответили, но её ход ещё не продолжился. Сначала дайте ему продолжиться.',
  'Its turn is not over, so nobody can stand for a node that is gone. Let it go on with its drawing, or end it first.':
    'Ход не закончен, поэтому заменить исчезнувший узел никто не может. Дайте ему идти по своему рисунку или сначала закончите его.',
  'Its turn cannot go on with the new drawing: {reason}. Let it go on with its own drawing, or end it.':
    'Ход не может идти дальше по новому рисунку: {reason}. Дайте ему идти по своему рисунку или закончите его.',
  'This turn is still running. Wait for it or stop it first.':
    'Этот ход ещё идёт. Дождитесь его или сначала остановите.',
  'This question is not waiting for an answer any more: it was answered here or elsewhere, or the turn went on without. Look at the thread, or send a message to go on.':
    'Этот вопрос больше не ждёт ответа: на него ответили здесь или в другом месте, или ход пошёл дальше без ответа. Посмотрите на беседу или отправьте сообщение, чтобы продолжить.',
  'The question that is waiting wants another kind of answer. Look at what it asks, and answer that, or send a message to go on.':
    'На вопрос, который ждёт, нужен ответ другого вида. Посмотрите, о чём он спрашивает, и ответьте на это или отправьте сообщение, чтобы продолжить.',
  'There is still time to answer this question. Approve or refuse it, or wait.':
    'Время ответить на этот вопрос ещё есть. Одобрите, откажите или подождите.',
  'There is no run “{id}” in the thread “{thread}”. It may have been removed.':
    'Запуска «{id}» в беседе «{thread}» нет. Возможно, его удалили.',
  '“{id}” is not a place in a thread. Follow it from its beginning.':
    '«{id}» — не место в беседе. Следите за ней с начала.',
  'The flow changed meanwhile. Look at what it wants to use now, and allow that.':
    'Поток тем временем изменился. Посмотрите, что он хочет использовать теперь, и разрешите это.',
  'The flow “{id}” was not found. Choose a flow of the library, or put its file beside this one.':
    'Поток «{id}» не найден. Выберите поток из библиотеки или положите его файл рядом с этим.',
  'In “{name}”: ': 'В «{name}»: ',
  'The flow “{name}” cannot be read. {reason}': 'Поток «{name}» не читается. {reason}',
  'More than {most} flows would be drawn into this one.': 'В этот поток попало бы больше {most} потоков.',
  'The flow cannot run yet: “{name}”: {problem}': 'Поток пока не может работать: «{name}»: {problem}',
  'The text is that of the flow “{id}”, not of “{other}”.': 'Это текст потока «{id}», а не «{other}».',
  'The flow “{id}” has no version “{version}” any more.': 'Версии «{version}» у потока «{id}» больше нет.',
  'The flow “{name}” is not in the bin. Delete it first, then for good.':
    'Потока «{name}» нет в корзине. Сначала удалите его, потом — навсегда.',
  'There is no flow “{id}”. It may have been deleted for good.': 'Потока «{id}» нет. Возможно, его удалили навсегда.',
  'The flow “{name}” is in the bin. Restore it first.': 'Поток «{name}» в корзине. Сначала восстановите его.',
  'This Baton has no example “{example}”.': 'В этом Baton нет примера «{example}».',
  '“{name}” was saved elsewhere in the meantime (revision {revision}). Nothing was overwritten: load that one, or save yours as a copy.':
    '«{name}» тем временем сохранили в другом месте (ревизия {revision}). Ничего не перезаписано: загрузите ту версию или сохраните свою как копию.',
  'This flow is in the bin. Restore it to go on.': 'Этот поток в корзине. Восстановите его, чтобы продолжить.',
  '{name} cannot be picked: {reason}': '{name} выбрать нельзя: {reason}',
  'Start leads to nobody who can speak. Draw an edge from it to a supervisor or an agent.':
    '«Начало» не ведёт ни к кому, кто может говорить. Проведите от него связь к супервизору или агенту.',
  'Step {step} of the plan failed: {tool}: {reason}': 'Шаг {step} плана не удался: {tool}: {reason}',
  '{tool} could not reply for {name}: {text}': '{tool} не смог ответить за {name}: {text}',
  '"{name}" needs a list, and {items} is {shown}. Give it a list, such as ["a", "b"].':
    '«{name}» нужен список, а {items} — это {shown}. Дайте список, например ["a", "b"].',
  '"{name}" was given a list of {count} items, and takes {most} at most. Cut the list into parts.':
    '«{name}» получил список из {count} элементов, а берёт не больше {most}. Разделите список на части.',
  'No flow is chosen.': 'Поток не выбран.',
  '"{name}" must be a text that says something.': '«{name}» должно быть текстом, в котором что-то сказано.',
  '{name} wants to ask somebody something first, and nobody can be asked here.':
    '{name} хочет сначала кое-что спросить, а спросить здесь некого.',
  '{name} has asked {count} times in one call and wants to ask again. The call was given up.':
    '{name} за один вызов обращается с вопросами уже {count, plural, one {# раз} few {# раза} many {# раз} other {# раза}} и хочет спросить ещё. Вызов прекращён.',
  '{name} asks somebody something first, and wants a secret to be kept with it.':
    '{name} сначала спрашивает и хочет, чтобы вместе с вопросом хранился секрет.',
  'Start of “{flow}” leads to nobody who can speak.':
    '«Начало» потока «{flow}» не ведёт ни к кому, кто может говорить.',
  'Its flows have more than {most} nodes together.': 'В его потоках вместе больше {most} узлов.',
  'Flows are nested more than {most} deep here.': 'Вложенность потоков здесь больше {most}.',
  'The flow “{id}” was not found.': 'Поток «{id}» не найден.',
  'The flow inside cannot be read. {reason}': 'Поток внутри не читается. {reason}',
  'Nobody in this flow can speak. Add a supervisor or an agent and join Start to it.':
    'В этом потоке некому говорить. Добавьте супервизора или агента и соедините с ним «Начало».',
  '“{stray}” needs no substitute: it is in the drawing, or had no part in this step.':
    '«{stray}» не нужно заменять: узел есть на рисунке или не участвовал в этом шаге.',
  '“{name}” had a part in this step and is not in the drawing any more. Say which node stands for it ({node}): {names}.':
    '«{name}» участвовал в этом шаге, но на рисунке его больше нет. Скажите, какой узел его заменит ({node}): {names}.',
  'no node can': 'ни один узел не может',
  '“{other}” cannot stand for “{name}”. No node can.': '«{other}» не может заменить «{name}». Не может ни один узел.',
  '“{other}” cannot stand for “{name}”. Choose one of: {names}.':
    '«{other}» не может заменить «{name}». Выберите один из этих: {names}.',
  'There is no node “{node}” in this drawing. Those who can are: {names}.':
    'На этом рисунке нет узла «{node}». Подходят: {names}.',
  '“{name}” cannot have the conversation. Those who can are: {names}.':
    '«{name}» не может вести беседу. Подходят: {names}.',
  'At this step the call of {tool} has no result yet, so nobody else can go on from it. Choose a step before that call or after its result.':
    'На этом шаге у вызова {tool} ещё нет результата, поэтому продолжить с него никто другой не может. Выберите шаг до этого вызова или после его результата.',
  'There is no result “{missing}” before this step. Choose one that was there by then.':
    'До этого шага результата «{missing}» нет. Выберите такой, который тогда уже был.',
  '“{id}” is not the result of a tool, so it cannot be edited here.':
    '«{id}» — не результат инструмента, поэтому здесь его не изменить.',
  'At this step {name} has no plan that waits to be carried out. Choose the step right after the plan was made; a plan that ran is changed in the plan view.':
    'На этом шаге у {name} нет плана, который ждёт выполнения. Выберите шаг сразу после составления плана; выполненный план меняют в виде плана.',
  'The steps of this plan cannot be run again: it did not run to its end, or what it gave is not kept any more.':
    'Шаги этого плана нельзя выполнить снова: он не дошёл до конца, или его данные больше не хранятся.',
  'There is no tool named “{name}”. The plan can use: {names}.':
    'Инструмента «{name}» нет. План может использовать: {names}.',
  'The checkpoint database {file} is damaged. Nothing was deleted: put a backup in its place, or move it away and go on from what the conversations show.':
    'База контрольных точек {file} повреждена. Ничего не удалено: положите на её место резервную копию или уберите её и продолжайте с того, что показывают беседы.',
  'The checkpoint database {file} could not be opened: {reason}. Check that you may write to the file and its folder, then start Baton again.':
    'База контрольных точек {file} не открылась: {reason}. Проверьте, можно ли писать в файл и его папку, и запустите Baton снова.',
  '{what} holds a malformed row: {reason}': '{what}: строка не читается: {reason}',
  '{what} holds malformed JSON: {reason}': '{what}: JSON не читается: {reason}',
  'The checkpoint database {file} was written by a newer Baton (schema {version}, this one knows {known}). Update Baton to open it.{kept}':
    'Базу контрольных точек {file} записал более новый Baton (схема {version}, этот знает {known}). Обновите Baton, чтобы её открыть.{kept}',
  '{file} is not a Baton checkpoint database. Move it away or choose another folder.':
    '{file} — не база контрольных точек Baton. Уберите файл или выберите другую папку.',
  'Thread {thread} in {file}': 'Беседа {thread} в {file}',
  'The model of {name} was asked {tries} times and gave no answer that fits the schema of its structured output: {faults}. Make the schema or the instruction simpler, or choose another model.':
    'Модель узла {name} спросили {tries, plural, one {# раз} few {# раза} many {# раз} other {# раза}}, но ни один ответ не подошёл под схему структурированного вывода: {faults}. Упростите схему или инструкцию или выберите другую модель.',
  'The flow wants to use what nobody allowed: {items}. Look at it, and allow it if you trust the flow.':
    'Поток хочет использовать то, чего никто не разрешил: {items}. Посмотрите на это и разрешите, если доверяете потоку.',
} as const satisfies Translations<typeof FAILED_TURNS_ZH>
