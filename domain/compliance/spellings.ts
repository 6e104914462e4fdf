/**
 * Spellings of one name or word that letters alone do not show: the same given name in neighbouring languages, surnames
 * in several romanisations of Korean, and words of companies. The first of each line stands for all.
 * Source: romanisations of Korean (McCune-Reischauer, Revised, usual passports); given names of the Slavic languages
 */
const GROUPS: readonly string[] = [
  'aleksandr alexander aleksander oleksandr alexandr aliaksandr alexandre alejandro iskander',
  'aleksei alexei alexey aleksey oleksii oleksiy aliaksei alexis',
  'andrei andrey andrii andriy andrzej andre andreas andrew andres',
  'dmitri dmitry dmitriy dmytro dzmitry dimitri dimitry',
  'evgeni evgeny evgeniy yevgeny yevgeniy yevgeni yevhen ievgen yevhenii eugene evgueni yauheni',
  'ekaterina yekaterina kateryna katerina catherine',
  'elena yelena olena helena alena',
  'grigori grigory grigoriy hryhorii hryhoriy gregory',
  'iuri yuri yury yuriy yurii iurii jurij',
  'mikhail mykhailo mikhailo michael mihail miguel michel mikail',
  'nikolai nikolay mykola nicolas nicholas nicolae',
  'pavel pavlo paul pablo',
  'petr pyotr petro peter pedro piotr',
  'sergei sergey serhii serhiy siarhei sergiy sergio serge',
  'vladimir volodymyr uladzimir wladimir',
  'viktor victor viktar',
  'vasili vasily vasyl vasiliy vasilii',
  'igor ihor ihar',
  'ivan iwan ioann john jan johann yohannes',
  'yosef joseph josef iosif yusuf yousef youssef yusef yousuf yusof jose giuseppe',
  'ibrahim ebrahim abraham ibraheem avraham brahim',
  'ismail esmail esmaeil esmaeel ismael',
  'ishak ishaq eshagh isaac izhak yitzhak',
  'yakub yaqoub yaqub jacob yaghoub yacoub iakov yakov',
  'musa moussa moosa mousa moses moshe moise',
  'isa issa eisa essa',
  'daud dawood dawud daoud david davud',
  'sulaiman suleiman soleiman solomon suleyman sulayman soliman',
  'yahya yahia yehia john',
  'muhammad mohammad mohammed mohamed muhammed mohamad mehmet mohamud mahamed mahomed magomed muhammet mohd md',
  'ahmad ahmed ahmet akhmed achmad akhmad',
  'husain hussein hussain hossein husayn hosein husein huseyn houcine hossain',
  'hasan hassan hacen hasen',
  'uthman osman othman usman uthmaan',
  'umar omar omer umer',
  'said saeed saeid saiid sayeed',
  'sayyid sayed sayyed seyyed seyed syed saiyid said',
  'shaikh sheikh shaykh sheik cheikh shekh',
  'hajji haji hajj hadji hadzhi haaji hadj haj',
  'mulla mullah mollah maulana molla',
  'maulvi mawlawi maulavi mawlavi molvi',
  'abu abou abo aboo',
  'umm um oum',
  'jamal gamal djamel jamel',
  'nasser naser nasir nassir',
  'rashid rachid rasheed racheed',
  'sharif cherif shareef sherif charif',
  'shahid chahid shaheed',
  'umid omid umed omed omeed',
  'jamaat jamaah jamaa jama jemaah jamiat',
  'dawa dawah dawat daawa',
  'ri yi lee li rhee',
  'pak park bak',
  "choe choi chae ch'oe",
  'paek baek paik baik',
  'kim gim',
  'chong jong jung jeong chung cheong',
  'chon jon jeon chun jun joon',
  'no roh noh',
  'yu ryu yoo ryoo',
  'im rim lim',
  'chang jang',
  'sin shin',
  'cho jo',
  'yun yoon',
  'yong young ryong',
  'hyon hyun hyeon',
  'chol cheol chul',
  'kyong kyung gyong gyeong',
  'un eun',
  'u woo',
  'song seong sung',
  'international intl internacional internationale internazionale',
  'trading trade commerce commercial comercial comercializadora tijarat',
  'manufacturing mfg manufacture manufacturers',
  'company compania companhia compagnie sherkat sharikat',
  'bank banco banque banka',
  'industries industry industrial industriya sanaye',
  'brothers bros hermanos',
  'foundation fundacion fondation stiftung',
  'organization organisation organizacion',
  'group groupe grupo gruppe',
  'institute instituto institut',
  'university universidad universite univ',
  'center centre centro markaz',
  'engineering ingenieria muhandis',
  'general gen generale',
  'transport transportation transportes transports',
  'service services servicios',
  'enterprise enterprises entreprise',
  'investment investments inversiones',
  'technology technologies tech',
  'product products',
  'system systems',
  'islamic islami islamiyya islamiyah islamiya',
];

const HEADS: ReadonlyMap<string, string> = new Map(
  GROUPS.flatMap((group) => {
    const words = group.replaceAll("'", '').split(' ');
    return words.map((word): [string, string] => [word, words[0] ?? word]);
  }),
);

/** @returns the spelling that stands for a word and its other spellings; the word itself where none is known */
export function headSpelling(word: string): string {
  return HEADS.get(word) ?? word;
}

/** @returns whether other spellings are known of a word */
export function hasSpellings(word: string): boolean {
  return HEADS.has(word);
}
