/** Russian: tests of flows. */
import type { Translations } from '../translate'
import type { TESTS_ZH } from '../zh/tests'

export const TESTS_RU: Translations<typeof TESTS_ZH> = {
  'These tests cannot be read: {why}.': 'Не удалось прочитать эти тесты: {why}.',
  'it is larger than 20 MB': 'файл больше 20 МБ',
  'it stops being JSON at line {line}': 'начиная со строки {line} это не JSON',
  'it does not hold tests of a flow': 'в нём нет тестов потока',
  'two of its tests have the same id': 'у двух тестов одинаковый идентификатор',
  '{name} asked a model where it did not ask one when the test was kept, so there is no reply for it.':
    'Узел {name} обратился к модели, хотя при сохранении теста этого обращения не было, поэтому ответа для него нет.',
  '{name} called {tool}, which it did not call when the test was kept, so there is no result for it.':
    'Узел {name} вызвал {tool}, хотя при сохранении теста этого вызова не было, поэтому результата для него нет.',
  '{name} asked you something that it did not ask when the test was kept, so there is no answer to it.':
    'Узел {name} задал вам вопрос, которого при сохранении теста не было, поэтому ответа на него нет.',
  'The turn failed: {why}': 'Ход завершился ошибкой: {why}',
  'The conversation was to go to {expected}, and went to {came}.':
    'Разговор должен был перейти к узлу {expected}, а перешёл к узлу {came}.',
  '{name} was to say “{expected}”, and said “{came}”.': '{name}: ожидалось «{expected}», получено «{came}».',
  'Nothing more was to happen in this turn. What came: {came}':
    'В этом ходе больше ничего не должно было произойти. Произошло: {came}',
  'This was to happen, and nothing came: {expected}': 'Ожидалось, но не произошло: {expected}',
  'Expected: {expected} What came: {came}': 'Ожидалось: {expected} Произошло: {came}',
  '{name} was to call {tool} with {expected}, and called it with {came}.':
    'Узел {name} должен был вызвать {tool} с {expected}, а вызвал с {came}.',
  '{first} was to call {expected}. Instead {second} called {came}.':
    'Узел {first} должен был вызвать {expected}. Вместо этого узел {second} вызвал {came}.',
  '{name} was to hand the conversation to {to} by calling {tool}. It has no hand-off of that name now, so the conversation stayed.':
    'Узел {name} должен был передать разговор узлу {to}, вызвав {tool}. Теперь передачи с таким именем у него нет, и разговор остался на месте.',
  '{name} was to call {tool}, and it has no tool of that name now.':
    'Узел {name} должен был вызвать {tool}, но теперь у него нет инструмента с таким именем.',
  'The code of {name} may fetch from {hosts}, and a test reaches no host. Fetch in a tool instead, since what tools gave is kept, or run the test with the flow’s own models.':
    'Код узла {name} может запрашивать {hosts}, а тест ни к каким хостам не обращается. Перенесите запрос в инструмент: результаты инструментов сохраняются. Или запустите тест с собственными моделями потока.',
  'The conversation goes to {name}.': 'Разговор переходит к узлу {name}.',
  '{name} calls {tool}.': 'Узел {name} вызывает {tool}.',
  '{name} says “{words}”.': '{name} говорит «{words}».',
  '{name} asks you something.': 'Узел {name} задаёт вам вопрос.',
  'The turn ends.': 'Ход завершается.',
  'A limit ends the turn.': 'Ход завершает ограничение.',
  'A message ends the turn.': 'Ход завершает сообщение.',
  'The turn is stopped.': 'Ход остановлен.',
  'The turn fails.': 'Ход завершается ошибкой.',
  'Nothing was said in this thread yet, so there is nothing to keep.':
    'В этой беседе ещё ничего не сказано, поэтому сохранять нечего.',
  'This thread cannot be a test: in turn {turn} {why}.': 'Эта беседа не может стать тестом: в ходе {turn} {why}.',
  'it did not come to its end': 'конец не был достигнут',
  'something was tried again': 'что-то было начато заново',
  'somebody spoke while it ran': 'кто-то написал, пока он шёл',
  'its time was over, which a test does not wait for': 'закончилось время, а тест его не ждёт',
  'a call was asked about again that was to run without asking':
    'о вызове, который должен был выполняться без вопроса, спросили снова',
  'what was attached is larger than the {most, number} MB that a test can hold':
    'вложения больше {most, number} МБ, а больше тест не вмещает',
  'what was attached is not kept any more': 'вложения больше не хранятся',
  'This thread cannot be a test: a result, a plan or who answers was changed by hand where it left another thread.':
    'Эта беседа не может стать тестом: при ответвлении от другой беседы в ней вручную изменили результат, план или того, кто отвечает.',
  'what a model replied is not kept any more': 'ответ модели больше не хранится',
  'The test has no reply for this call of a model.': 'В тесте нет ответа на это обращение к модели.',
  'The test has no result for this call of a tool.': 'В тесте нет результата этого вызова инструмента.',
  'This flow has 500 tests, and there may be no more. Delete some first.':
    'У этого потока уже 500 тестов, больше нельзя. Сначала удалите часть из них.',
  'This test is not there any more.': 'Этого теста больше нет.',
  Tests: 'Тесты',
  'No tests yet': 'Тестов пока нет',
  'A chat that went well can be kept as a test: open the menu of threads in the chat and choose “Keep as a test…”. Later you see here whether the flow still takes the same way, without a model or a tool being called.':
    'Удачную беседу можно сохранить как тест: откройте в чате меню бесед и выберите «Сохранить как тест…». Позже здесь видно, идёт ли поток тем же путём, причём ни модель, ни инструменты не вызываются.',
  '{passed, number} of {count, plural, one {# test passed} other {# tests passed}}':
    '{passed, number} из {count, plural, one {# теста пройдено} few {# тестов пройдено} many {# тестов пройдено} other {# теста пройдено}}',
  Replies: 'Ответы',
  'Replies as they were kept': 'Сохранённые ответы',
  'Replies of the rehearsal': 'Ответы репетиции',
  'Replies of the flow’s own models': 'Ответы моделей потока',
  'The rehearsal replies: it costs nothing and stays on this computer. Its words are its own, so only who has the conversation, which tools are called and what is asked count.':
    'Отвечает репетиция: это бесплатно и остаётся на этом компьютере. Слова у неё свои, поэтому сравнивается только то, к кому переходит разговор, какие инструменты вызываются и о чём спрашивают.',
  'The flow’s own models are asked, which may cost money. No tool is called: what it gave when the test was kept is given again. What is said, and arguments, may differ.':
    'Отвечают собственные модели потока, и это может стоить денег. Инструменты не вызываются: даётся то же, что и при сохранении теста. Сказанное и аргументы могут отличаться.',
  'To run all: about {calls} calls of models, {tokens} tokens, cost when the tests were kept: {money}':
    'Если запустить все: обращений к моделям — около {calls}, токенов: {tokens}, стоимость при сохранении тестов: {money}',
  'What the tests will cost could not be read': 'Не удалось узнать, сколько будут стоить тесты',
  '{calls} calls of models, {tokens} tokens, cost: {money}':
    'обращений к моделям: {calls}, токенов: {tokens}, стоимость: {money}',
  'Code that decides something in this flow may fetch from {hosts}. A test reaches no host, so it may fail there. What tools fetch is kept.':
    'Код, который в этом потоке что-то решает, может запрашивать {hosts}. Тест ни к каким хостам не обращается и может там не пройти. То, что запрашивают инструменты, сохраняется.',
  'The node could not be shown': 'Не удалось показать узел',
  'Rename the test': 'Переименовать тест',
  passed: 'пройден',
  'not run': 'не запускался',
  'The tests could not be run': 'Не удалось запустить тесты',
  'The test could not be changed': 'Не удалось изменить тест',
  'The tests could not be exported': 'Не удалось экспортировать тесты',
  'Keep as a test': 'Сохранить как тест',
  'Keep as a test…': 'Сохранить как тест…',
  'The thread could not be kept as a test': 'Не удалось сохранить беседу как тест',
  'differs from the test': 'отличается от теста',
  'Allow and test': 'Разрешить и проверить',
  'Not tested. Nothing ran.': 'Тест не запущен. Ничего не выполнялось.',
  'Turn {turn}, {name}: {what}': 'Ход {turn}, {name}: {what}',
  'These tests are too large for one file, which holds 20 MB. Delete some first.':
    'Эти тесты не помещаются в один файл (не больше 20 МБ). Сначала удалите часть из них.',
  'This thread is too large to be a test. Keep a shorter one.':
    'Эта беседа слишком велика для теста. Сохраните беседу покороче.',
  'What was to come: {expected}': 'Ожидалось: {expected}',
}
