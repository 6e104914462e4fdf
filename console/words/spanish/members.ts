import type { Words } from '../english';

export const members: Words['members'] = {
  roles: { owner: 'propietario', developer: 'desarrollador', viewer: 'lector' },
  meanings: {
    owner: 'lo cambia todo: ambos lados, claves, personas',
    developer: 'lo ve todo, cambia el entorno de pruebas, puede aprobar pagos',
    viewer: 'lo ve todo, no cambia nada, puede aprobar pagos',
  },
  roleOption: (role, meaning) => `${role}: ${meaning}`,
  email: 'Correo electrónico',
  role: 'Función',
  twoStep: 'Inicio de sesión en dos pasos',
  on: 'activado',
  off: 'desactivado',
  lastSeen: 'Última actividad',
  id: 'Identificador',
  since: 'Miembro desde',
  noSuchMember: 'No existe ese miembro.',
  ownersInvite: 'Los propietarios de la cuenta invitan a personas y cambian funciones.',
  invitations: {
    title: 'Personas invitadas',
    name: 'Invitaciones',
    invitation: 'Invitación',
    linkUntil: 'Enlace válido hasta',
    withdraw: 'Retirar',
    ofPerson: (email) => ` la invitación de ${email}`,
    invite: 'Invitar a una persona',
    handOver: 'Recibe un enlace que entrega usted mismo; no se envía ningún mensaje.',
    makeLink: 'Crear el enlace',
    made: 'La invitación',
    linkFor: (email) => `enlace para ${email}`,
    advice: (days) =>
      `Cópielo ahora y entréguelo en privado: la primera persona que lo use se une a la cuenta. Es válido durante ${days} días.`,
  },
  requirement: {
    everyMember: 'Todos los miembros lo necesitan: quienes no lo tienen lo configuran tras iniciar sesión.',
    eachDecides: 'Cada miembro decide. Si usted lo exige, quienes no lo tienen lo configuran tras iniciar sesión.',
    stop: 'Dejar de exigirlo',
    require: 'Exigirlo a todos los miembros',
    yourselfFirst: (link) => ['Para exigirlo, ', link('configúrelo antes para usted'), '.'],
    setUpFirst:
      'Configure antes el inicio de sesión en dos pasos para usted, en Seguridad; después exíjalo a todos los miembros.',
  },
  changeRole: 'Cambiar la función',
  lostFactor:
    'Para un miembro que ha perdido el teléfono y los códigos de recuperación, una vez que haya comprobado quién lo pide: después basta con la contraseña.',
  turnOffFor: (email) => `Desactivarlo para ${email}`,
  ownUnderSecurity: 'Desactive el suyo en Seguridad, con un código.',
  remove: {
    title: 'Retirar de la cuenta',
    signedOut: (name) => `La sesión de ${name} se cierra de inmediato en todas partes.`,
    keys: (name) => `Claves que creó ${name}`,
    mayHaveCopies: (name) =>
      `${name} puede tener una copia de cada una. Revoque de inmediato las que no se usan y renueve las demás.`,
    revokeKey: (side, label, hint) => `Revocar la clave de ${side} ${label} (…${hint})`,
    person: (email) => `Retirar a ${email}`,
    back: 'Volver a los miembros',
  },
};

export const userLinks: Words['userLinks'] = {
  gone: 'Este enlace ya no es válido. Pida uno nuevo a quien se lo dio.',
  open: 'Abrir un enlace',
  code: 'Código del enlace',
  codeHint: 'Lo que sigue al signo # en el enlace que le dieron.',
  goOn: 'Continuar',
  joinTitle: 'Unirse a una cuenta',
  invited: (account, role) => ['Está invitado a la cuenta ', account, ` como ${role}.`],
  yourName: 'Su nombre',
  join: 'Unirse',
  passwordTitle: 'Elegir una contraseña',
  setPassword: 'Establecer la contraseña',
};
