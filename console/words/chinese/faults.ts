import type { Words } from '../english';

const COUNTED = { characters: ' 个字符', items: ' 项', value: '' };

export const faults: Words['faults'] = {
  of: (field, fault) => `${field}：${fault}`,
  atLeast: ({ limit, of }) => `不得少于 ${limit}${COUNTED[of]}`,
  atMost: ({ limit, of }) => `不得超过 ${limit}${COUNTED[of]}`,
  codes: {
    required: '必须填写',
    too_small: '过短或过小',
    too_big: '过长或过大',
    invalid_type: '格式不符合要求',
    number: '可以读作两个数字，或不是数字：请写 1250 或 1250.50，三位小数写作 1.2340',
    invalid_format: '格式不符合要求',
    invalid_value: '不在允许的取值范围内',
    invalid_union: '格式不符合要求',
    country: '必须是大写的 ISO 3166 国家代码，例如 DE',
    currency: '必须是大写的 ISO 4217 货币代码，例如 EUR',
    nul: '不得包含 NUL 字符',
    control: '不得包含控制字符',
    invisible: '不得包含不可见字符',
    contrast: '过浅，无法在白纸上阅读',
    picture: '不是可以绘制的图像：须为 PNG 或 SVG，最大 4096 × 4096 像素',
    too_detailed: '细节超出标志的范围：不能使用照片',
    past: '不得早于今天',
    future: '不得晚于今天',
    too_many_attempts: '尝试次数过多。请等待几分钟后重试。',
    wrong_code: '此验证码目前无效。',
    not_current: '这不是当前密码。',
    wrong_login: '邮箱或密码错误。',
    RATE_LIMIT: '请求过多。请等待一分钟后重试。',
    FORBIDDEN: '您的角色没有此权限。',
    UNSUPPORTED_MEDIA_TYPE: '请从浏览器提交表单。',
    PAYLOAD_TOO_LARGE: '表单过大。',
    METHOD_NOT_ALLOWED: '此页面不支持该方法。',
    INTERNAL: '我们的系统出现错误。',
  },
};
