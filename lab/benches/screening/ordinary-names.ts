import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { Random } from '../../chaos/random';

/** Given names and surnames by country, hyphens in place of blanks within one of them. */
const Countries = z.record(z.string(), z.tuple([z.string(), z.string()]));

/** A name that is no hint to anybody on a list. */
export interface OrdinaryName {
  group: string;
  name: string;
}

const HEADS = [
  'Northern River,Southern Star,Golden Valley,Blue Bridge,Green Ocean,Royal Mountain,United Oak,Global Lion,First Harbour',
  'Bright Sun,Pacific Garden,Central Forest,Modern Eagle,Silver Crown,Al Noor,Al Amal,Al Baraka,Al Safa,Crown,Pearl,Falcon',
  'Delta,Alfa,Omega,Sigma,Atlas,Orient,Gulf Star,Caspian,Oasis,Horizon,Phoenix,Titan,Nova,Prime,Elite,Emerald,Sapphire,Jade',
  'Golden Dragon,Great Wall,Sunrise,Everest,Himalaya,Nile,Tigris,Volga,Baltic,Ural,Andes,Amazonas,Condor,Azteca,Santa Maria',
  'San Jose,El Dorado,La Palma,Costa Azul,Sierra Verde,Royal Pearl,Blue Sky,White Rose,Red Sea,Black Stone,Silk Road',
]
  .join(',')
  .split(',');
const TRADES = [
  'Foods,Textiles,Logistics,Trading,General Trading,Consulting,Engineering,Pharma,Motors,Furniture,Software,Shipping,Bank',
  'Construction,Exports,Media,Travel,Exchange,Petrochemical,Marine Services,Real Estate,Jewellery,Auto Spare Parts,Foodstuff',
  'Aviation,Investments,Holding,Transport,Import Export,Industries,Technology,Electronics,Medical Supplies,Security Services',
]
  .join(',')
  .split(',');
const FORMS = 'Ltd,GmbH,S.A.,SARL,LLC,Inc.,B.V.,S.p.A.,Pty Ltd,Oy,AB,Co., Ltd.,S.A. de C.V.,A.S.,JSC,FZE'.split(',');
const SPANISH = 'Comercializadora,Inversiones,Agropecuaria,Constructora,Distribuidora,Transportes,Grupo'.split(',');

function companies(count: number, surnames: readonly string[]): OrdinaryName[] {
  const random = new Random(1, 'companies');
  return Array.from({ length: count }, (_, at) => {
    const head = at % 3 === 0 ? random.pick(surnames) : random.pick(HEADS);
    const name = at % 5 === 0 ? `${random.pick(SPANISH)} ${head}` : `${head} ${random.pick(TRADES)}`;
    return { group: 'companies', name: `${name.replaceAll('-', ' ')} ${random.pick(FORMS)}` };
  });
}

/**
 * Every given name with every surname of its country, in turn as `First Surname`, `Surname, First` and `SURNAME FIRST`;
 * three words where a country writes three; and made-up companies.
 */
export function ordinaryNames(companyCount: number): OrdinaryName[] {
  const file = path.join(__dirname, 'common-names.json');
  const countries = Countries.parse(JSON.parse(readFileSync(file, 'utf8')));
  const people: OrdinaryName[] = [];
  const allSurnames: string[] = [];
  for (const [group, [given, surnames]] of Object.entries(countries)) {
    const [firsts, lasts] = [given.split(' '), surnames.split(' ')];
    allSurnames.push(...lasts);
    firsts.forEach((first, at) => {
      lasts.forEach((last, place) => {
        const forms = [
          `${first} ${last}`,
          `${last}, ${first}`,
          `${last} ${first}`.toUpperCase(),
          `${first} ${lasts[(place + 1) % lasts.length] ?? last} ${last}`,
          `${first} ${firsts[(at + 1) % firsts.length] ?? first} ${last}`,
        ];
        const name = forms[(at + place) % forms.length] ?? first;
        people.push({ group, name: ['KR', 'TW'].includes(group) ? name : name.replaceAll('-', ' ') });
      });
    });
  }
  return [...people, ...companies(companyCount, allSurnames)];
}

/** Given names and surnames in the scripts of their countries: which of them are written first, and whether as one word. */
const NATIVE: Readonly<Record<string, { given: string; surnames: string; isSurnameFirst?: boolean }>> = {
  Arabic: {
    given: 'محمد احمد علي خالد سامي طارق نادية ليلى فاطمة مريم يوسف عمر كريم هاني سمير رانيا هدى منى زياد وليد',
    surnames:
      'الخطيب النجار حداد خوري المصري الشامي العلي منصور سليمان الحداد عيسى القاسم الزهراني الغامدي العتيبي الشمري بركات صالح ناصر درويش',
  },
  Persian: {
    given: 'علی رضا مریم زهرا سارا امیر نیما پریسا آرش بهرام کاوه شیرین لیلا مهدی حسین',
    surnames: 'احمدی محمدی رضایی حسینی کریمی موسوی جعفری صادقی رحیمی نوری اکبری شریفی قاسمی هاشمی رستمی',
  },
  Hangul: {
    given: '민준 서연 지훈 수빈 현우 지민 예은 동현 성민 유진 영희 철수 은지 상호 미경',
    surnames: '김 이 박 최 정 강 조 윤 장 임 한 오 서 신 권',
    isSurnameFirst: true,
  },
  Hanzi: {
    given: '伟 芳 娜 秀英 敏 静 丽 强 磊 军 洋 勇 艳 杰 涛 明 超 秀兰 建国 志强',
    surnames: '王 李 张 刘 陈 杨 黄 赵 吴 周 徐 孙 马 朱 胡 郭 何 林 高 罗',
    isSurnameFirst: true,
  },
};

/** @returns every given name with every surname of its script */
export function ordinaryNativeNames(): OrdinaryName[] {
  return Object.entries(NATIVE).flatMap(([group, { given, surnames, isSurnameFirst = false }]) =>
    given
      .split(' ')
      .flatMap((first) =>
        surnames.split(' ').map((last) => ({ group, name: isSurnameFirst ? last + first : `${first} ${last}` })),
      ),
  );
}
