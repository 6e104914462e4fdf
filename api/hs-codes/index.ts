import { classifyProduct } from './classify';
import { getCodeTariffs } from './get-code-tariffs';
import { getHsCode } from './get-hs-code';
import { searchHsCodes } from './search-hs-codes';

/** Operations 6 to 8 in the specification's order, and classification beside them. */
export const HS_CODE_ENDPOINTS = [searchHsCodes, getHsCode, getCodeTariffs, classifyProduct];
