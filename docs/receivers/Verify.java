import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public final class Verify {
  private static final long TOLERANCE_SECONDS = 300;

  /**
   * Whether a delivery is from Corridor: one of the signatures fits, and it is at most five minutes old.
   *
   * @param headers with names in lower case
   * @param body the bytes as they came, before anything parses them
   */
  public static boolean isGenuine(String secret, Map<String, String> headers, byte[] body, long nowSeconds)
      throws GeneralSecurityException {
    String id = headers.getOrDefault("webhook-id", "");
    String timestamp = headers.getOrDefault("webhook-timestamp", "");
    if (!timestamp.matches("[0-9]{1,12}")) return false;
    if (Math.abs(nowSeconds - Long.parseLong(timestamp)) > TOLERANCE_SECONDS) return false;
    byte[] key = Base64.getDecoder().decode(secret.replaceFirst("^whsec_", ""));
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
    String expected = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
    // While a secret is rotated the header lists one signature for each, separated by spaces.
    for (String signature : headers.getOrDefault("webhook-signature", "").split(" ")) {
      byte[] given = signature.getBytes(StandardCharsets.UTF_8);
      if (MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), given)) return true;
    }
    return false;
  }
}
