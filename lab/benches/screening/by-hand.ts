import type { Answer } from './measure';
import type { ReadList } from './lists';

/**
 * Names of well-known entries as newspapers of other languages and scripts write them, and what the name of the entry that
 * is meant contains; written by hand, some after what was missed was seen.
 */
const BY_HAND: readonly (readonly [string, ...string[]])[] = [
  ['حسن نصر الله', 'NASRALLAH, Hasan'],
  ['بشار الأسد', 'ASSAD, Bashar'],
  ['ماهر الأسد', 'ASSAD, Maher'],
  ['أيمن الظواهري', 'ZAWAHIRI'],
  ['يحيى السنوار', 'SINWAR, Yahya'],
  ['إسماعيل هنية', 'HANIYEH'],
  ['خالد مشعل', 'MISHAAL'],
  ['سيف الإسلام القذافي', 'ADHAFI, Saif'],
  ['رامي مخلوف', 'MAKHLUF, Rami'],
  ['عبد الملك الحوثي', 'HOUTHI, Abd'],
  ['أبو بكر البغدادي', 'BAGHDADI'],
  ['قاسم سلیمانی', 'SOLEIMANI, Q'],
  ['اسماعیل قاآنی', 'ESMAIL, Q', "QA'ANI", 'GHAANI'],
  ['محسن فخری زاده', 'FAKHRIZADEH'],
  ['احمد وحیدی', 'VAHIDI'],
  ['Рамзан Кадыров', 'KADYROV, Ramzan'],
  ['Евгений Пригожин', 'PRIGOZHIN, Yevgen'],
  ['Игорь Сечин', 'SECHIN, Igor'],
  ['Олег Дерипаска', 'DERIPASKA'],
  ['Аркадий Ротенберг', 'ROTENBERG, Arkady'],
  ['Геннадий Тимченко', 'TIMCHENKO, Genn'],
  ['Виктор Вексельберг', 'VEKSELBERG'],
  ['Константин Малофеев', 'MALOFEYEV'],
  ['Віктор Янукович', 'YANUKOVYCH, Viktor'],
  ['Віктор Медведчук', 'MEDVEDCHUK'],
  ['Аляксандр Лукашэнка', 'LUKASHENK'],
  ['김정은', 'KIM, Jong Un'],
  ['김여정', 'KIM, Yo Jong'],
  ['최룡해', 'CHOE, Ryong'],
  ['김영철', 'KIM, Yong Chol'],
  ['박진혁', 'PARK, Jin Hyok'],
  ['조용원', 'JO, Yong'],
  ['दाऊद इब्राहिम', 'KASKAR', 'DAWOOD'],
  ['हाफिज मुहम्मद सईद', 'SAEED, Hafiz'],
  ['मसूद अज़हर', 'AZHAR, M'],
  ['حافظ محمد سعید', 'SAEED, Hafiz'],
  ['مسعود اظہر', 'AZHAR, M'],
  ['Viktor Bout', 'BOUT, Viktor', 'BUT, Viktor'],
  ['Victor Bout', 'BOUT, Viktor', 'BUT, Viktor'],
  ['V.A. Bout', 'BOUT, Viktor', 'BUT, Viktor'],
  ['Hisbollah', 'HIZBALLAH'],
  ['Hezbolah', 'HIZBALLAH'],
  ['IRISL Group', 'IRISL'],
  ['Nicolás Maduro', 'MADURO MOROS, Nicolas'],
  ['Diosdado Cabello', 'CABELLO RONDON, Diosdado'],
  ['Tarek el Aissami', 'EL AISSAMI'],
  ['Joaquin Guzman Loera', 'GUZMAN LOERA, Joaquin'],
  ['Ismael Zambada', 'ZAMBADA GARCIA, Ismael'],
  ['Joseph Kony', 'KONY'],
  ['Robert G. Mugabe', 'MUGABE, Robert'],
  ['Alexander Lukashenko', 'LUKASHENK'],
  ['Evgeny Prigojine', 'PRIGOZHIN, Y'],
  ['Ramzan Kadyrow', 'KADYROV, Ramzan'],
  ['Rossija Bank', 'ROSSIYA'],
  ['Rosoboroneksport', 'ROSOBORONEXPORT', 'ROSOBORONEKSPORT'],
  ['Kim Dschong Un', 'KIM, Jong Un'],
  ['Hizbullah', 'HIZBALLAH'],
  ['Al Kaida', 'AL QA'],
  ['Boko Haram', 'BOKO HARAM'],
  ['Al-Shabab', 'SHABAAB'],
  ['Lashkar-e-Toiba', 'LASHKAR'],
  ['Jaish-e-Mohamed', 'JAISH'],
  ['Daesh', 'ISLAMIC STATE'],
  ['Bank Melli', 'BANK MELLI'],
  ['Bank Saderat Iran', 'BANK SADERAT'],
  ['Mahan Airlines', 'MAHAN AIR'],
  ['Korea Mining and Development Trading', 'KOREA MINING'],
  ['Wagner Group', 'WAGNER'],
  ['M0hammed Deif', 'DEIF', 'DAYF'],
  ['Abou Bakr al-Baghdadi', 'BAGHDADI'],
  ['Hassan Nasrullah', 'NASRALLAH, Hasan'],
  ['Ayman Al-Zawahri', 'ZAWAHIRI'],
  ['Ismail Haniya', 'HANIYEH'],
  ['Ghassem Soleymani', 'SOLEIMANI'],
  ['A. Lukashenko', 'LUKASHENK'],
  ['Deripaska O.V.', 'DERIPASKA'],
  ['Ahmed Wahidi', 'VAHIDI'],
  ['Dawud Ibrahim Kaskar', 'KASKAR', 'DAWOOD'],
  ['Masud Azhar', 'AZHAR, M'],
  ['Kim Yeo-jung', 'KIM, Yo Jong'],
  ['Choi Ryong-hae', 'CHOE, Ryong'],
  ['Usama bin Ladin', 'LADIN, Usama', 'LADEN'],
  ['Khalid Mishal', 'MISHAAL', 'MISHAL'],
  ['Rami Makhluf', 'MAKHLUF, Rami'],
  ['Николас Мадуро', 'MADURO MOROS, Nicolas'],
  ['Хасан Насралла', 'NASRALLAH, Hasan'],
  ['Башар Асад', 'ASSAD, Bashar'],
  ['Касем Сулеймани', 'SOLEIMANI'],
  ['Айман аз-Завахири', 'ZAWAHIRI'],
  ['Исмаил Хания', 'HANIYEH'],
  ['Рами Махлуф', 'MAKHLUF, Rami'],
  ['Αλεξάντερ Λουκασένκο', 'LUKASHENK'],
  ['בשאר אסד', 'ASSAD, Bashar'],
  ['חסן נסראללה', 'NASRALLAH, Hasan'],
  ['יחיא סינוואר', 'SINWAR, Yahya'],
  ['رامزان قدیروف', 'KADYROV, Ramzan'],
  ['Ким Чен Ын', 'KIM, Jong Un'],
  ['Daud Ibrahim', 'KASKAR', 'DAWOOD'],
  ['أسامة بن لادن', 'LADIN, Usama', 'LADEN'],
  ['القاعدة', 'AL QA'],
  ['حزب الله', 'HIZBALLAH'],
  ['حماس', 'HAMAS'],
  ['بوكو حرام', 'BOKO HARAM'],
];

/** A name with the entries that it may mean. */
export interface ByHand {
  name: string;
  meant: { listId: string; entryId: string }[];
}

/** @returns names whose entries are on these lists */
export function namesByHand(lists: readonly ReadList[]): ByHand[] {
  const entries = lists.flatMap(({ id, entries: listed }) =>
    listed.map(({ entryId, names }) => ({
      listId: id,
      entryId,
      text: names.map(({ name }) => name.toUpperCase()).join('\n'),
    })),
  );
  const all = BY_HAND.map(([name, ...parts]) => ({
    name,
    meant: entries
      .filter(({ text }) => parts.some((part) => text.includes(part.toUpperCase())))
      .map(({ listId, entryId }) => ({ listId, entryId })),
  }));
  return all.filter(({ meant }) => meant.length > 0);
}

/** @returns the answer in which an entry that is meant is found, or the first one */
export function bestOf(answers: readonly Answer[]): Answer | undefined {
  return answers.find(({ isMeant }) => isMeant) ?? answers[0];
}
