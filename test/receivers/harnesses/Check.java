import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Base64;
import java.util.Map;

public final class Check {
  public static void main(String[] arguments) throws Exception {
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
    StringBuilder answers = new StringBuilder();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] fields = line.split("\t");
      Map<String, String> headers =
          Map.of("webhook-id", fields[1], "webhook-timestamp", fields[2], "webhook-signature", fields[3]);
      byte[] body = Base64.getDecoder().decode(fields[4]);
      long now = System.currentTimeMillis() / 1000;
      answers.append(Verify.isGenuine(fields[0], headers, body, now)).append('\n');
    }
    System.out.print(answers);
  }
}
